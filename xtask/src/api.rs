//! The public interface stays small: functions that users of a crate see are counted, and may not become more.
//!
//! Counted is every `pub fn` of a published library crate with its default features. The lint `unreachable_pub` makes sure that each
//! can be called from outside; what the module `internals` of a crate re-exports is for the other crates of this workspace and not
//! counted. Nothing else is hidden from the docs, and no two crates export types of one name.

use crate::run::root;
use crate::sources::{self, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Published libraries, and the most public functions each may have. Lower a number when a crate gets smaller.
const CEILINGS: [(&str, usize); 10] = [
    ("geometry", 12),
    // Clearance and reachability on layers: `LayeredMap::clearance_at`, `reaches`, `widest`.
    ("mesh", 97),
    ("ground", 1),
    // `LayeredQuery::with_radius`.
    ("search", 105),
    ("field", 28),
    // `GpuAdaptiveField` has five.
    ("gpu", 21),
    ("planning", 48),
    // `LayeredCrowd` and `LayeredAgent` have 14: crowds on several floors. `Planning::longest_wait`: the bound on waits.
    ("crowd", 52),
    ("files", 35),
    // `TeamInCrowd` has four: one world for those who plan and those who only steer. `ScenarioBuilder::move_along`.
    ("simulation", 41),
];

pub(crate) fn check() -> Result<(), String> {
    let (mut counts, mut exported) = (Vec::new(), BTreeMap::<String, &str>::new());
    for (name, ceiling) in CEILINGS {
        let found = Interface::of(&root().join("crates").join(name).join("src"))?;
        if found.functions > ceiling {
            return Err(format!(
                "{name} has {} public functions, and had {ceiling}: make what is new private, move it to `internals`, or raise the \
                 ceiling in xtask/src/api.rs and say why",
                found.functions
            ));
        }
        counts.push((name, found.functions));
        for exported_type in found.types {
            if let Some(other) = exported.insert(exported_type.clone(), name) {
                return Err(format!("{other} and {name} both export a {exported_type}: give one another name"));
            }
        }
    }
    let total: usize = counts.iter().map(|(_, count)| count).sum();
    let each: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
    eprintln!("public functions: {total} ({})", each.join(", "));
    Ok(())
}

/// What users of a crate see.
#[derive(Debug, Default)]
struct Interface {
    functions: usize,
    types: BTreeSet<String>,
}

impl Interface {
    fn of(source: &Path) -> Result<Interface, String> {
        let files = sources::below(source, &["rs"])?;
        if files.is_empty() {
            return Err(format!("{}: no sources", source.display()));
        }
        let internals = source.join("internals.rs");
        let internals = files.iter().find(|file| file.path == internals).map_or("", |file| file.text.as_str());
        let internal: BTreeSet<&str> =
            internals.lines().skip_while(|l| !l.starts_with("pub use")).collect::<Reexported>().0;
        let mut found = Interface::default();
        for Source { path, text } in files.iter().filter(|file| !file.path.ends_with("internals.rs")) {
            if text.contains("#[doc(hidden)]") && !text.contains("#[doc(hidden)]\npub mod internals;") {
                return Err(format!("{} hides something from the docs: move it to `internals`", path.display()));
            }
            found.add(text, &internal);
        }
        Ok(found)
    }

    /// Adds the public functions and types of a file.
    fn add(&mut self, text: &str, internal: &BTreeSet<&str>) {
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let mut owner = "";
        for line in code.lines() {
            if let Some(header) = line.strip_prefix("impl") {
                owner = owner_of(header);
            }
            let Some(item) = line.trim_start().strip_prefix("pub ") else { continue };
            let item = item.strip_prefix("const ").unwrap_or(item);
            let name = |rest: &'_ str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned);
            let is_member = line.starts_with(' ');
            if let Some(name) = item.strip_prefix("fn ").and_then(name) {
                let seen = if is_member { owner } else { &name };
                self.functions += usize::from(!internal.contains(seen));
            } else if let Some(rest) = ["struct ", "enum ", "trait "].iter().find_map(|kind| item.strip_prefix(kind)) {
                let name = name(rest).filter(|name| !is_member && !internal.contains(name.as_str()));
                self.types.extend(name);
            }
        }
    }
}

/// The names that `pub use` lines list.
struct Reexported<'t>(BTreeSet<&'t str>);

impl<'t> FromIterator<&'t str> for Reexported<'t> {
    fn from_iter<I: IntoIterator<Item = &'t str>>(lines: I) -> Self {
        let (mut names, mut within) = (BTreeSet::new(), false);
        for line in lines {
            within |= line.starts_with("pub use ");
            if within {
                let list = line.rsplit("::").next().unwrap_or_default();
                names.extend(list.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty()));
                within = !line.ends_with(';');
            }
        }
        Reexported(names)
    }
}

/// The type of `impl<…> Type<…> {` or `impl Trait for Type {`, given what follows `impl`.
fn owner_of(header: &str) -> &str {
    let (mut depth, mut before) = (0, ' ');
    let parameters = header.find(|c: char| {
        depth += i32::from(c == '<') - i32::from(c == '>' && before != '-');
        before = c;
        depth == 0
    });
    let header = if header.starts_with('<') { &header[parameters.map_or(0, |at| at + 1)..] } else { header };
    let header = header.rsplit(" for ").next().unwrap_or(header).trim_start();
    header.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interfaces_are_as_small_as_they_were() {
        check().unwrap();
    }

    #[test]
    fn what_internals_list_is_not_counted() {
        let internal =
            "pub use crate::a::{Hidden,\n    free};\nuse b::Map;\npub use c::One;\n".lines().collect::<Reexported>().0;
        assert_eq!(internal, BTreeSet::from(["Hidden", "One", "free"]));
        let text = "pub struct Map;\nimpl Map {\n    pub fn a(&self) {}\n    pub(crate) fn b() {}\n    pub const fn c() {}\n}\n\
                    pub struct Hidden;\nimpl<T: Fn(u8)> Hidden<T> {\n    pub fn d() {}\n}\npub fn free() {}\npub fn seen() {}\n";
        let mut found = Interface::default();
        found.add(text, &internal);
        assert_eq!((found.functions, found.types), (3, BTreeSet::from(["Map".to_owned()])));
    }

    #[test]
    fn the_owner_of_a_method_is_found() {
        let owners = [" Map {", "<'a, T: Fn(u8) -> u8> Route<'a, T> {", "<T> From<T> for Kept<T> {"].map(owner_of);
        assert_eq!(owners, ["Map", "Route", "Kept"]);
    }
}
