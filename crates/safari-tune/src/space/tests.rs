//! Tests of whole spaces.

use proptest::prelude::*;
use safari_core::Seed;

use super::*;

/// A search with two kinds of rollout, one of which has parameters of its own.
fn search() -> Space {
    Space::new(vec![
        // Before its parent, on purpose.
        Dimension::new("turns", Kind::Int(0..=9))
            .when("rollout", [Value::Word("greedy"), Value::Word("mixed")]),
        Dimension::new("rollout", Kind::Category(vec!["uniform", "greedy", "mixed"])),
        Dimension::new("share", Kind::Real(0.0..=1.0, Scale::Linear)).when("rollout", [Value::Word("mixed")]),
        Dimension::new("c", Kind::Real(0.01..=10.0, Scale::Log)),
        Dimension::new("reuse", Kind::Flag),
        Dimension::new("cap", Kind::Int(1..=3)).when("reuse", [Value::Flag(true)]),
    ])
    .unwrap()
}

fn real(name: &str) -> Dimension {
    Dimension::new(name, Kind::Real(0.0..=1.0, Scale::Linear))
}

#[test]
fn inactive_dimensions_are_absent() {
    let space = search();
    let point = space.parse("rollout=uniform:c=0.3:reuse=false").unwrap();
    assert_eq!((point.get("turns"), point.get("cap")), (None, None));
    assert_eq!(space.cube(&point)[0], 0.5);
    let point = space.at(&[0.99, 0.5, 0.2, 0.0, 0.9, 0.0]);
    assert_eq!(point.to_string(), "turns=9:rollout=greedy:c=0.01:reuse=true:cap=1");
}

#[test]
fn the_size_counts_what_each_value_makes_active() {
    assert_eq!(search().size(), None);
    // uniform, greedy with 2, mixed with 2 x 3: 9; c: 3; no reuse, reuse with 2: 3.
    let levels = |n| search().grid_size(n).unwrap();
    assert_eq!(levels(2), (1 + 2 + 2 * 2) * 2 * (1 + 2));
    assert_eq!(levels(3), (1 + 3 + 3 * 3) * 3 * (1 + 3));
    let flags = (0..130).map(|i| Dimension::new(format!("f{i}"), Kind::Flag)).collect::<Vec<_>>();
    assert_eq!(Space::new(flags[..127].to_vec()).unwrap().size(), Some(1 << 127));
    assert_eq!(Space::new(flags).unwrap().size(), None);
    let nested = Space::new(vec![
        Dimension::new("a", Kind::Flag),
        Dimension::new("b", Kind::Flag).when("a", [Value::Flag(true)]),
        Dimension::new("n", Kind::Int(1..=1_000_000_000)).when("b", [Value::Flag(true)]),
    ]);
    assert_eq!(nested.unwrap().size(), Some(1 + 1 + 1_000_000_000));
}

#[test]
fn a_grid_has_its_size_and_no_point_twice() {
    let space = search();
    for levels in 1..4 {
        let grid = space.grid(levels);
        assert_eq!(Some(grid.len() as u128), space.grid_size(levels));
        let texts: std::collections::BTreeSet<String> = grid.iter().map(Point::to_string).collect();
        assert_eq!(texts.len(), grid.len());
        grid.iter().for_each(|point| space.check(point).unwrap());
    }
}

#[test]
fn neighbours_differ_in_one_step_and_what_it_makes_active() {
    let space = search();
    let point = space.parse("rollout=uniform:c=1:reuse=false").unwrap();
    let texts: Vec<String> = space.neighbours(&point, 0.1).iter().map(Point::to_string).collect();
    assert_eq!(
        texts,
        [
            "turns=5:rollout=greedy:c=1:reuse=false",
            "turns=5:rollout=mixed:share=0.5:c=1:reuse=false",
            "rollout=uniform:c=0.5012:reuse=false",
            "rollout=uniform:c=1.995:reuse=false",
            "rollout=uniform:c=1:reuse=true:cap=2",
        ]
    );
}

#[test]
fn errors_of_spaces_name_the_key() {
    let error = |dimensions: Vec<Dimension>| Space::new(dimensions).unwrap_err().to_string();
    let of = |kind: Kind| error(vec![Dimension::new("x", kind)]);
    let on = |on: &str, value: Value| {
        let flag = Dimension::new("flag", Kind::Flag);
        error(vec![flag, real("y"), real("x").when(on, [value])])
    };
    assert_eq!(error(vec![]), "the space has no dimension");
    assert_eq!(error(vec![real("x"), real("x")]), "there are two dimensions `x`");
    assert_eq!(error(vec![real("a=b")]), "dimension `a=b`: `a=b` is empty or has one of `:`, `=` and `,`");
    assert_eq!(of(Kind::Int(3..=3)), "dimension `x`: the range from 3 to 3 has no width");
    assert_eq!(
        of(Kind::Int(i64::MIN..=i64::MAX)),
        "dimension `x`: the range from -9223372036854775808 to 9223372036854775807 is wider than 2^52"
    );
    assert_eq!(
        of(Kind::Real(1.0..=f64::INFINITY, Scale::Linear)),
        "dimension `x`: the range from 1 to inf has no width, or no end"
    );
    assert_eq!(
        of(Kind::Real(0.0..=1.0, Scale::Log)),
        "dimension `x`: a logarithmic range begins above 0, not at 0"
    );
    assert_eq!(of(Kind::Category(vec!["a"])), "dimension `x`: 1 words leave no choice");
    assert_eq!(of(Kind::Category(vec!["a", "a"])), "dimension `x`: the word `a` stands twice");
    assert_eq!(
        on("flog", Value::Flag(true)),
        "dimension `x` is active when `flog` …: there is no such dimension; did you mean `flag`?"
    );
    assert_eq!(
        on("y", Value::Real(0.5)),
        "dimension `x` is active when `y` …: only categories and flags can be looked at"
    );
    assert_eq!(
        on("flag", Value::Int(1)),
        "dimension `x` is active when `flag` …: it is never 1, but one of false, true"
    );
    assert_eq!(
        error(vec![Dimension::new("f", Kind::Flag), real("x").when("f", [])]),
        "dimension `x` is active when `f` …: no value is given, so it never is"
    );
    let flag = |name: &str, on: &str| Dimension::new(name, Kind::Flag).when(on, [Value::Flag(true)]);
    assert_eq!(
        error(vec![flag("c", "b"), flag("a", "b"), flag("b", "a")]),
        "the conditions of dimension `b` lead back to itself"
    );
}

#[test]
fn errors_of_points_name_the_key() {
    let space = search();
    let error = |text: &str| space.parse(text).unwrap_err().to_string();
    assert_eq!(error("rolout=uniform"), "there is no dimension `rolout`; did you mean `rollout`?");
    assert_eq!(error("rollout"), "dimension `rollout`: is not key=value");
    assert_eq!(error("rollout=no:c=1"), "dimension `rollout`: `no` is not one of uniform, greedy, mixed");
    assert_eq!(error("rollout=uniform:c=11"), "dimension `c`: 11 is not a number from 0.01 to 10");
    assert_eq!(error("rollout=uniform:c=1"), "dimension `reuse`: has no value");
    assert_eq!(error("c=1:c=1"), "dimension `c`: stands twice");
    assert_eq!(error("rollout=uniform:c=1:reuse=false:cap=1"), "dimension `cap`: is not active there");
}

#[test]
fn the_parameters_of_every_agent_make_a_space_around_their_defaults() {
    let mut spaces = 0;
    for kind in safari_agents::Registry::standard().kinds().filter(|kind| !kind.params.is_empty()) {
        let space = Space::new(kind.params.iter().map(Dimension::of).collect()).unwrap();
        for players in 0..4 {
            let default = |key: &str| {
                kind.params
                    .iter()
                    .find(|param| param.name == key)
                    .map(|param| param.defaults[players].clone())
            };
            let point = space.pick(default).unwrap();
            let spec = format!("{}:{point}", kind.name);
            let agent = safari_agents::Registry::standard().parse(&spec).unwrap();
            assert_eq!(agent.given(), &point.given());
        }
        spaces += 1;
    }
    assert!(spaces >= 3);
}

proptest! {
    #[test]
    fn points_survive_the_cube_and_their_text(seed: u64) {
        let space = search();
        let point = space.sample(&mut Seed(seed).rng());
        prop_assert_eq!(space.at(&space.cube(&point)), point.clone());
        prop_assert_eq!(space.parse(&point.to_string()).unwrap(), point.clone());
        for neighbour in space.neighbours(&point, 0.07) {
            space.check(&neighbour).unwrap();
            prop_assert_ne!(neighbour, point.clone());
        }
    }
}
