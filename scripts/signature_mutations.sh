#!/usr/bin/env bash
# Does the signature see the rules? Changes one constant or condition of each rule in a copy of the tree, builds, and
# checks that `safari signature` prints another number. A build that fails, or a program that stops, is no success.
#
#   scripts/signature_mutations.sh            all of them, some 15 minutes on 2 cores
#   scripts/signature_mutations.sh --quick    three of them, as CI runs it
#   scripts/signature_mutations.sh NAME ...   these
#   scripts/signature_mutations.sh --list     their names
#
# SAFARI_MUTATIONS_DIR keeps the copy and its build between runs (default: a directory that is removed at the end).
set -euo pipefail
cd "$(dirname "$0")/.."

names=() files=() edits=() quick=()
core=crates/safari-core/src
# mutation NAME FILE SED: the sed script must change the file.
mutation() { names+=("$1"); files+=("$2"); edits+=("$3"); }

mutation 1.1-tile-set        configs/tiles/safari.toml     '0,/birds = 2/s//birds = 1/'
mutation 1.1-meeples         $core/position/seats.rs       's/meeples: MEEPLES,/meeples: MEEPLES - 1,/'
mutation 1.3-hands           $core/deal.rs                 's/for _ in 0\.\.2 {/for _ in 0..3 {/'
mutation 3.3-displaced       $core/position/place.rs       's/self.turn.displaced = self.board.displace(slot);/self.board.displace(slot);/'
mutation 3.4-table-even      $core/position/grid.rs        's/(-(n - 1) \/ 2) as i8/(-n \/ 2) as i8/; s/(n \/ 2) as i8/((n - 1) \/ 2) as i8/'
mutation 3.4-shifting        $core/position/grid.rs        's/- width + 1)/- width)/'
mutation 4.1-occupied        $core/position/place.rs       's/u8::from(!word.is_staffed())/u8::from(true)/'
mutation 4.2-two-animals     $core/position/turn.rs        's/\* 0b1001) <</* 0b1) <</'
mutation 4.3-ranger          $core/position/legal.rs       's/if !self.turn.displaced {/if true {/; s/^\( *\)!self.turn.displaced$/\1true/'
mutation 4.4-points          $core/score.rs                's/^    2 + tiles/    3 + tiles/'
mutation 4.4-open-corner     $core/tiles/orient.rs         's/!= Terrain::Bush/!= Terrain::Trail/'
mutation 4.4-beside          $core/position/corners.rs     's/== 0 || !(present\[i\] || beside)/== 0 || !(present[i] || beside \&\& i > 4)/'
mutation 4.5-same-animal     $core/position/corners.rs     's/else { !shown \& 31 }/else { 31 }/'
mutation 5.1-eight           $core/position/baobabs.rs     's/most >= 8/most >= 7/; s/filled == 8/filled >= 7/; s/& 15 == 8/\& 15 >= 7/'
mutation 5.1-draw-order      $core/position/turn.rs        's/\*draws |= ((seat as u64 + 1) \* 0b1001) <<.*/*draws = *draws << 6 | (seat as u64 + 1) * 0b1001 | (used as u64 \& 0);/'
mutation 5.1-baobab-draw     $core/position/turn.rs        's/BaobabDraw::AfterScoring => &mut turn.later/BaobabDraw::AfterScoring => \&mut turn.draws/'
mutation 5.2-points          $core/score.rs                's/HOLE_COMPLETE: u32 = 3/HOLE_COMPLETE: u32 = 2/'
mutation 5.3-order           $core/position/turn.rs        's/self.turn.sides.trailing_zeros() as usize/7 - self.turn.sides.leading_zeros() as usize/; s/self.turn.sides &= self.turn.sides - 1;/self.turn.sides \&= !(128 >> self.turn.sides.leading_zeros());/'
mutation 5.4-points          $core/score.rs                's/n \* (n + 1) \/ 2/n * n/'
mutation 5.4-birds           $core/position/turn.rs        's/(Source::Bush, word.birds())/(Source::Bush, 0)/'
mutation 5.4-majority        $core/position/features.rs    's/self.meeples(seat) == most)/self.meeples(seat) > 0)/'
mutation 5.5-barred          $core/position/turn.rs        's/let mut barred = .*/let mut barred = AnimalSet::EMPTY;/'
mutation 5.5-distinct        $core/position/turn.rs        's/if self.variant.bonus_animals == BonusAnimals::Distinct {/if false {/'
mutation 5.5-order           $core/position/turn.rs        's/let seat = (self.turn.seat + self.turn.asked) % self.players;/let seat = self.turn.asked;/'
mutation 5.6-return          $core/position/turn.rs        's/board.dismiss(feature, |seat| seats\[seat\].meeples += 1);/board.dismiss(feature, |_| ());/'
mutation 5.7-points          $core/score.rs                's/RANGER: u32 = 3/RANGER: u32 = 2/'
mutation 6.1-last-turn       $core/position/turn.rs        's/self.stock.land_left() > 0 && //'
mutation 7.1-reshuffle       $core/position/stock.rs       's/self.bag == 0 && self.discard.0 == \[0; 5\]/self.bag == 0/'
mutation 8.2-birds           $core/position/finish.rs      's/word.animals() + word.birds()/word.animals()/'
mutation 8.2-all-present     $core/position/finish.rs      's/=> word.present()/=> word.majority()/'
mutation 8.3-animals         $core/position/finish.rs      's/Source::FinalAnimals, tiles)/Source::FinalAnimals, tiles \/ 2)/'
mutation 10-rotations        $core/tiles/parse.rs          's/looks(turns) == looks(0)/turns == 9 \&\& looks(turns) == looks(0)/'
quick=(5.2-points 5.5-distinct 6.1-last-turn)

chosen=()
case "${1:-}" in
    --list) printf '%s\n' "${names[@]}"; exit ;;
    --quick) chosen=("${quick[@]}") ;;
    "") chosen=("${names[@]}") ;;
    *) chosen=("$@") ;;
esac
for name in "${chosen[@]}"; do
    printf '%s\n' "${names[@]}" | grep -qxF -- "$name" || { echo "there is no mutation $name; --list names them" >&2; exit 2; }
done

if [ -n "${SAFARI_MUTATIONS_DIR:-}" ]; then
    copy=$SAFARI_MUTATIONS_DIR
    mkdir -p "$copy"
else
    copy=$(mktemp -d)
    trap 'rm -rf "$copy"' EXIT
fi
mkdir -p "$copy/tree"
# Without times, so that cargo sees every file as new; the copy is no git repository.
tar -c --exclude=./target --exclude=./.git --exclude=./results/reference --exclude=./results/differential --exclude=./results/kill --exclude=./fuzz . | tar -xm -C "$copy/tree"

# Prints the signature, or fails. Optimised enough to run fast, little enough to build fast; no debug assertions.
signature() {
    (
        cd "$copy/tree"
        export CARGO_TARGET_DIR="$copy/target" CARGO_INCREMENTAL=1
        cargo build --quiet --release -p safari-cli --config profile.release.lto=false \
            --config profile.release.codegen-units=16 --config profile.release.opt-level=2 \
            --config profile.release.debug=false >"$copy/build.log" 2>&1 || { echo "does not build"; exit 1; }
        timeout 300 "$copy/target/release/safari" signature 2>"$copy/run.log" || { echo "stops"; exit 1; }
    )
}

sound=$(signature) || { echo "the unchanged tree $sound"; cat "$copy/build.log" "$copy/run.log"; exit 1; }
printf '%-18s %-18s %s\n' mutation signature result unchanged "$sound" ""
failed=0
for name in "${chosen[@]}"; do
    for i in "${!names[@]}"; do
        [ "${names[$i]}" = "$name" ] || continue
        file=${files[$i]}
        cp "$copy/tree/$file" "$copy/sound"
        sed "${edits[$i]}" "$copy/sound" >"$copy/tree/$file"
        if cmp -s "$copy/sound" "$copy/tree/$file"; then
            number=- result="FAILED: the pattern is not in $file any more"
        elif ! number=$(signature); then
            result="FAILED: it $number"; number=-
        elif [ "$number" = "$sound" ]; then
            result="FAILED: the signature does not see it"
        else
            result=seen
        fi
        cp "$copy/sound" "$copy/tree/$file"
        printf '%-18s %-18s %s\n' "$name" "$number" "$result"
        [ "$result" = seen ] || failed=$((failed + 1))
    done
done
echo "$((${#chosen[@]} - failed)) of ${#chosen[@]} seen"
[ $failed = 0 ]
