//! What the page says, on candidates whose truth is known.

use rand::RngExt;
use roxmltree::{Document, ParsingOptions};
use safari_core::{Rng, Seed};
use safari_stats::{Interval, Moments};

use super::bins::Bins;
use super::importance::{Importance, importances};
use super::*;

/// A standard normal deviate, nearly.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0
}

fn number(name: &str) -> TunedParameter {
    TunedParameter { name: name.into(), domain: TunedDomain::Number { lo: 0.0, hi: 1.0, log: false } }
}

/// A run of candidates uniform in [0, 1], `per` of them in a batch, whose scores are `truth` and noise of 20 points a
/// deal.
fn run(
    seed: u64,
    parameters: usize,
    candidates: u32,
    per: u32,
    deals: u32,
    truth: impl Fn(&[f64], u64) -> f64,
) -> TuningReport {
    let mut rng = Seed(seed).branch("candidates", &[]).rng();
    let mut tried = Vec::new();
    for id in 0..candidates {
        let values: Vec<f64> = (0..parameters).map(|_| rng.random()).collect();
        let batch = u64::from(id / per);
        let mean = truth(&values, batch);
        let search: Moments = (0..deals).map(|_| mean + 20.0 * normal(&mut rng)).collect();
        let setting = values.into_iter().map(|value| Some(Level::Number(value))).collect();
        tried.push(TriedCandidate { id, batch, setting, search, selection: Moments::default() });
    }
    TuningReport {
        title: "A run".into(),
        objective: Measure { name: "margin".into(), unit: "points per game".into() },
        parameters: (0..parameters).map(|i| number(&format!("p{i}"))).collect(),
        base: vec![Some(Level::Number(0.5)); parameters],
        candidates: tried,
        ..TuningReport::default()
    }
}

fn importance(report: &TuningReport) -> Vec<Option<Importance>> {
    let bins: Vec<Bins> = (0..report.parameters.len())
        .map(|i| Bins::new(&report.candidates, i, &report.parameters[i].domain))
        .collect();
    importances(report, &bins)
}

fn parsed(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).unwrap_or_else(|error| panic!("{error}\n{page}"))
}

/// All text of a page.
fn words(page: &str) -> String {
    parsed(page).descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect()
}

#[test]
fn a_parameter_with_an_effect_ranks_first_and_its_share_is_the_planted_one() {
    // The variance of 60 x over [0, 1] is 300; that of a mean of 8 deals is 50; half of 300 comes from the second one.
    let mut shares = Moments::default();
    for seed in 0..20 {
        let report = run(seed, 3, 200, 200, 8, |x, _| 60.0 * x[1] + 30.0 * x[2]);
        let found = importance(&report);
        let [none, strong, weak] = [0, 1, 2].map(|i| found[i].unwrap());
        assert!(strong.told() && weak.told() && strong.omega > weak.omega, "{found:?}");
        assert!(none.omega < weak.omega);
        shares.add(strong.of_real.unwrap());
    }
    // 300 of 375, less a little for what is lost within bins.
    assert!((0.74..0.82).contains(&shares.mean()), "{}", shares.mean());
}

#[test]
fn a_parameter_without_effect_is_not_told_from_noise_in_nineteen_of_twenty_runs() {
    let mut told = Moments::default();
    for seed in 0..100 {
        for found in importance(&run(seed, 4, 60, 60, 4, |_, _| 0.0)).into_iter().flatten() {
            told.add(f64::from(u8::from(found.told())));
        }
    }
    // 5 % of 400, and three standard deviations.
    assert!(told.mean() < 0.05 + 0.033 && told.mean() > 0.05 - 0.033, "{}", told.mean());
}

#[test]
fn what_drifts_in_the_course_of_a_search_does_not_seem_to_matter() {
    // Later batches are better, and their first parameter is higher: for no reason.
    let mut told = 0;
    for seed in 0..60 {
        let mut report = run(seed, 2, 120, 20, 4, |_, batch| 15.0 * batch as f64);
        for candidate in &mut report.candidates {
            if let Some(Level::Number(value)) = &mut candidate.setting[0] {
                *value = (*value + candidate.batch as f64) / 6.0;
            }
        }
        told += u32::from(importance(&report)[0].is_some_and(|it| it.told()));
    }
    assert!(told <= 8, "{told} of 60");
}

#[test]
fn opposite_pairs_of_one_deal_each_tell_which_parameter_moves_them() {
    // As SPSA asks: 300 pairs around the middle, 0.3 to either side, in all parameters at once.
    let mut rng = Seed(5).rng();
    let mut report = run(0, 2, 0, 1, 1, |_, _| 0.0);
    for pair in 0..300u32 {
        let signs: Vec<f64> = (0..2).map(|_| if rng.random::<bool>() { 0.3 } else { -0.3 }).collect();
        for side in [1.0, -1.0] {
            let values: Vec<f64> = signs.iter().map(|sign| 0.5 + side * sign).collect();
            let search = [40.0 * values[0] + 20.0 * normal(&mut rng)].into_iter().collect();
            let setting = values.into_iter().map(|value| Some(Level::Number(value))).collect();
            let id = 2 * pair + u32::from(side < 0.0) + 1;
            let selection = Moments::default();
            report.candidates.push(TriedCandidate { id, batch: u64::from(pair), setting, search, selection });
        }
    }
    let found = importance(&report);
    assert!(found[0].unwrap().told() && !found[1].unwrap().told(), "{found:?}");
    assert_eq!(found[0].unwrap().of_real, None, "of one deal each, luck cannot be told from skill");
}

#[test]
fn a_point_that_luck_moves_does_not_make_its_parameter_seem_to_matter() {
    let mut told = 0;
    for seed in 0..60 {
        let mut rng = Seed(seed).branch("walk", &[]).rng();
        let mut report = run(seed, 1, 0, 1, 1, |_, _| 0.0);
        let mut middle: f64 = 0.5;
        for pair in 0..200u32 {
            let side = if rng.random::<bool>() { 0.1 } else { -0.1 };
            let scores = [0, 1].map(|_| 20.0 * normal(&mut rng));
            for (which, score) in (0..).zip(scores) {
                let value = if which == 0 { middle + side } else { middle - side };
                report.candidates.push(TriedCandidate {
                    id: 2 * pair + which + 1,
                    batch: u64::from(pair),
                    setting: vec![Some(Level::Number(value))],
                    search: [score].into_iter().collect(),
                    selection: Moments::default(),
                });
            }
            middle = (middle + 0.01 * side * (scores[0] - scores[1])).clamp(0.1, 0.9);
        }
        told += u32::from(importance(&report)[0].is_some_and(|it| it.told()));
    }
    assert!(told <= 8, "{told} of 60");
}

#[test]
fn words_are_bins_and_those_without_a_meaning_are_left_out() {
    let mut report = run(3, 2, 90, 90, 8, |x, _| if x[0] < 0.4 { 25.0 } else { 0.0 });
    report.parameters[0].domain = TunedDomain::Words(vec!["good".into(), "bad".into(), "never".into()]);
    for candidate in &mut report.candidates {
        let Some(Level::Number(value)) = candidate.setting[0] else { continue };
        candidate.setting[0] = Some(Level::Word(usize::from(value >= 0.4)));
        if value >= 0.4 {
            candidate.setting[1] = None;
        }
    }
    report.base = vec![Some(Level::Word(1)), None];
    let bins = Bins::new(&report.candidates, 1, &report.parameters[1].domain);
    assert!(bins.of.iter().zip(&report.candidates).all(|(bin, it)| bin.is_some() == it.setting[1].is_some()));
    assert!(importance(&report)[0].unwrap().told());
    let page = words(&tuning_page(&report));
    assert!(page.contains("good") && page.contains("never"));
}

/// A finished run with all that a page can show.
fn whole(parameters: usize, candidates: u32) -> TuningReport {
    let mut report = run(1, parameters, candidates, 50, 5, |x, _| 20.0 * x[0]);
    report.candidates[0].selection = (0..30).map(f64::from).collect();
    report.budget = u64::from(candidates) * 6;
    for (place, end) in (1..=candidates.div_ceil(50)).enumerate() {
        let evaluations = u64::from(end) * 250;
        let score = Interval { lo: 8.0, mean: 12.0, hi: 16.0 };
        report.leaders.push(LeaderPoint { evaluations, candidate: 3, score, fresh: place == 0 });
        report.batches.push(BatchScores { evaluations, scores: [1.0, 4.0].into_iter().collect() });
    }
    let llr: Vec<f64> = (0..90).map(|deal| f64::from(deal) / 30.0).collect();
    let gain = Some(Interval { lo: 0.012, mean: 0.034, hi: 0.056 });
    let course = |opponents: &str, accepted| TestCourse {
        opponents: opponents.into(),
        gain0: 0.0,
        gain1: 0.02,
        llr: llr.clone(),
        lower: -2.94,
        upper: 2.94,
        accepted,
        gain,
    };
    report.tests = vec![course("the pool", Some(true)), course("the held-out opponents", None)];
    let mut setting = report.base.clone();
    setting[0] = Some(Level::Number(0.875));
    let verdict = TuningVerdict::Undecided;
    report.outcome = Some(TuningOutcome { verdict, candidate: 3, setting, text: "undecided".into() });
    report.deals = vec![DealUse { purpose: "search".into(), first: 1 << 40, deals: 1_234, games: 4_936 }];
    report
}

#[test]
fn a_page_says_what_was_decided_and_what_is_excluded_with_units() {
    let text = tuning_page(&whole(3, 120));
    let page = words(&text);
    for said in [
        "Undecided",
        "Against the pool: H1 (gain +2.00) is accepted after 90 deals. Gain of win share +3.40 percentage points",
        "(95 % interval +1.20 to +5.60): gains below +1.20 and above +5.60 are excluded.",
        "Against the held-out opponents: not decided after 90 deals.",
        "not told from noise",
        "points per game",
        "1,099,511,627,776",
        "4,936",
    ] {
        assert!(page.contains(said), "{said}\n{page}");
    }
    // Only what was changed is marked.
    let parsed = parsed(&text);
    let marked: Vec<_> =
        parsed.descendants().filter(|node| node.attribute("class") == Some("changed")).collect();
    let cells: Vec<&str> = marked
        .iter()
        .flat_map(|row| row.descendants())
        .filter(|node| node.is_text())
        .filter_map(|it| it.text())
        .collect();
    assert_eq!(
        cells.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect::<Vec<_>>(),
        ["p0", "changed", "0.5", "0.875"]
    );
}

#[test]
fn a_page_needs_nothing_from_outside_and_is_the_same_every_time() {
    let report = whole(2, 80);
    let page = tuning_page(&report);
    assert_eq!(page, tuning_page(&report));
    let names = page.replace("http://www.w3.org/1999/xhtml", "").replace("http://www.w3.org/2000/svg", "");
    for outside in ["http", "src=", "href", "@import", "url(", "<script"] {
        assert!(!names.contains(outside), "{outside}");
    }
}

#[test]
fn text_from_outside_cannot_leave_its_element() {
    let evil = "<script>alert(1)</script>&\"'\u{1}]]>";
    let mut report = whole(2, 60);
    report.title = evil.into();
    report.facts = vec![(evil.into(), evil.into())];
    report.objective = Measure { name: evil.into(), unit: evil.into() };
    report.parameters[0].name = evil.into();
    report.parameters[1].domain = TunedDomain::Words(vec![evil.into(), "b".into()]);
    report.base[1] = Some(Level::Word(0));
    report.candidates.iter_mut().for_each(|candidate| candidate.setting[1] = Some(Level::Word(0)));
    report.tests[0].opponents = evil.into();
    report.deals[0].purpose = evil.into();
    report.outcome.as_mut().unwrap().text = evil.into();
    let page = tuning_page(&report);
    let parsed = parsed(&page);
    assert!(parsed.descendants().all(|node| node.tag_name().name() != "script"));
    let title =
        parsed.descendants().find(|node| node.has_tag_name(("http://www.w3.org/1999/xhtml", "title")));
    assert_eq!(title.and_then(|it| it.text()), Some("<script>alert(1)</script>&\"'\u{fffd}]]>"));
    assert!(page.chars().all(|c| c == '\n' || !c.is_control()), "no control character is left");
}

#[test]
fn runs_that_have_hardly_begun_have_a_page() {
    parsed(&tuning_page(&TuningReport::default()));
    for candidates in [0, 1, 2, 5] {
        for deals in [0, 1, 3] {
            let mut report = run(1, 2, candidates, 3, deals, |_, _| 0.0);
            parsed(&tuning_page(&report));
            // All alike, and one value that a logarithmic range cannot hold.
            report.parameters[1].domain = TunedDomain::Number { lo: 0.1, hi: 0.1, log: true };
            for candidate in &mut report.candidates {
                candidate.setting = vec![Some(Level::Number(0.0)), None];
                candidate.search = (0..deals).map(|_| 1.0).collect();
            }
            parsed(&tuning_page(&report));
        }
    }
}

#[test]
fn one_parameter_and_twenty_and_two_thousand_candidates_fit() {
    parsed(&tuning_page(&whole(1, 60)));
    let page = tuning_page(&whole(20, 2_000));
    parsed(&page);
    assert!(page.len() < 4_000_000, "{} bytes", page.len());
    assert!(!page.contains("NaN") && !page.contains("inf"), "every number is one");
}
