//! A few cases of the soaks, so that a broken claim is seen by plain `cargo test`.

use navigant_testing::soak::{path_trees, visibility};

#[test]
fn what_is_seen_equals_brute_force_on_small_maps() {
    for case in 0..20 {
        visibility::case(1, case).unwrap_or_else(|reason| panic!("case {case}: {reason}"));
    }
}

#[test]
fn distances_in_a_path_tree_equal_brute_force_on_small_maps() {
    for case in 0..20 {
        path_trees::case(1, case).unwrap_or_else(|reason| panic!("case {case}: {reason}"));
    }
}
