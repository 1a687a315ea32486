//! Counting the decisions of a game to a depth, to check the rules and to measure speed.

use crate::deal::Dealer;
use crate::position::Position;

/// The number of different sequences of `depth` decisions from a position, with chance from a deal.
///
/// A game that ends before counts once. Forced decisions count as decisions. The last decision is counted, not played.
pub fn perft(position: &Position, dealer: &Dealer<'_>, depth: u32) -> u64 {
    let (mut position, mut dealer) = (*position, dealer.clone());
    while position.phase().is_chance() {
        let outcome = dealer.next(&position);
        position.resolve_unchecked(outcome);
    }
    if depth == 0 || position.is_over() {
        return 1;
    }
    if depth == 1 {
        return u64::from(position.count());
    }
    position
        .actions()
        .map(|action| {
            let mut next = position;
            next.play_unchecked(action);
            perft(&next, &dealer, depth - 1)
        })
        .sum()
}
