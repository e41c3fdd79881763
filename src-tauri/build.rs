//! Hands the window's configuration to Tauri; without the feature `desktop` there is nothing to do.
fn main() {
    #[cfg(feature = "desktop")]
    {
        println!("cargo:rerun-if-changed=src-tauri/capabilities");
        let attributes =
            tauri_build::Attributes::new().capabilities_path_pattern("./src-tauri/capabilities/**/*");
        if let Err(error) = tauri_build::try_build(attributes) {
            println!("cargo:error={error:#}");
        }
    }
}
