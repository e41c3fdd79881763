//! The page's types are the api's.

use std::collections::BTreeMap;
use std::path::Path;

/// `CAIRN_WRITE_TYPES=1` (`make types`) writes them instead.
#[test]
fn the_page_has_the_types_of_the_api() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/lib/api/generated");
    let wanted: BTreeMap<String, String> =
        cairn::api::typescript().into_iter().map(|file| (file.name, file.text)).collect();
    let found: BTreeMap<String, String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    if std::env::var_os("CAIRN_WRITE_TYPES").is_some() {
        for name in found.keys().filter(|name| !wanted.contains_key(*name)) {
            std::fs::remove_file(folder.join(name)).unwrap();
        }
        for (name, text) in &wanted {
            std::fs::write(folder.join(name), text).unwrap();
        }
        return;
    }
    let differing: Vec<&String> =
        wanted.keys().chain(found.keys()).filter(|name| wanted.get(*name) != found.get(*name)).collect();
    assert!(differing.is_empty(), "run `make types`: {differing:?} differ");
}
