//! Names of the rare rules whose use is counted, so that a test can tell whether it reached them.

use std::collections::BTreeMap;

/// Every name, with the moment at which it is counted.
const NAMES: [&str; 22] = [
    "3.2 unplaceable",             // a tile drawn leaves the game
    "3.3 displaced",               // a tile is placed on a ranger's cell
    "4.1 joined segments",         // a feature offered for a meeple touches the tile with several segments
    "4.6 third joins",             // an extension joins two holes
    "4.6 fourth after join",       // an extension completes a hole that a third tile had joined
    "4.6 diagonal same animal",    // a hole is dug diagonally across the same animal
    "5.1 several baobabs",         // a turn completes two or more baobabs with meeples
    "5.2 two owners",              // a hole pays two players
    "5.2 one owner twice",         // a hole with two meeples pays one player
    "5.3 two features",            // a turn scores two trails and bushes
    "5.3 three features",          // a turn scores three or more
    "5.4 tie",                     // a completed feature has several scoring players
    "5.5 bonus offered",           // a bonus decision
    "5.5 out of turn",             // ... of another seat than the one whose turn it is
    "5.5 barred by distinct", // a scoring player holds an animal barred only because another just added it
    "6.1 no cell",            // a displaced ranger leaves the game
    "6.1 stack empty",        // a displaced ranger is not re-placed since no land tile is left
    "7.1 reshuffle",          // the discard becomes the bag
    "7.1 reshuffle inside a draw", // ... between the two tiles of one draw
    "7.1 both empty",         // a draw of two tiles gives fewer, counted once a draw
    "8.2 minority paid",      // an unfinished feature pays a player only because of `all_present`
    "9.15 baobab filled at once", // a baobab is completed in the turn that laid its meeple
];

/// All names, each with 0.
pub fn none_fired() -> BTreeMap<&'static str, u64> {
    NAMES.into_iter().map(|name| (name, 0)).collect()
}
