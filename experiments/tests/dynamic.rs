//! The competition's stream of patches and queries, where the public data is at hand.

use navigant_experiments::anytime::dynamic;
use std::path::Path;

#[test]
fn every_query_of_the_stream_has_the_reference_length() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    if !data.join("gppc_dynamic").is_dir() {
        println!("skipped: no public data in {}", data.display());
        return;
    }
    let outcome = dynamic::run(&data, usize::MAX).unwrap();
    assert_eq!((outcome.queries, outcome.patches), (2000, 439));
    assert_eq!((outcome.wrong_lengths, outcome.wrong_repairs), (0, 0));
}
