//! Generates the messages of the contract.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use buffa_codegen::generated::descriptor::FileDescriptorSet;
use buffa_codegen::{CodeGenConfig, GeneratedFileKind, IncludeMode};

const CONTRACT: &str = "contract.binpb";
/// What clients call, and the details of errors beside those of the contract.
const PLACES: [&str; 6] = [
    "platonic/admin/",
    "platonic/fault/",
    "platonic/geocode/",
    "platonic/identity/",
    "platonic/wallet/",
    "google/rpc/error_details.proto",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rustc-env=PLATONIC_RUSTC={}", compiler_version()?);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={CONTRACT}");
    let contract: FileDescriptorSet =
        buffa_codegen::tooling_decode_options()?.decode_from_slice(&fs::read(CONTRACT)?)?;
    let names = contract.file.iter().filter_map(|file| file.name.clone());
    let files: Vec<String> = names.filter(|name| PLACES.iter().any(|place| name.starts_with(place))).collect();
    let mut config = CodeGenConfig::default();
    // Views would be half of the code.
    config.generate_views = false;
    config.generate_json = true;
    config.emit_register_fn = false;
    config.preserve_unknown_fields = false;
    config.file_per_package = true;
    let (generated, warnings) = buffa_codegen::generate_with_diagnostics(&contract.file, &files, &config)?;
    for warning in warnings {
        println!("cargo::warning={warning}");
    }
    let output = std::env::var("OUT_DIR")?;
    let output = Path::new(&output);
    let mut modules = Vec::new();
    for file in generated {
        fs::write(output.join(&file.name), &file.content)?;
        if file.kind == GeneratedFileKind::PackageMod {
            modules.push((file.name, file.package));
        }
    }
    let tree = buffa_codegen::generate_module_tree(&modules, IncludeMode::OutDir, false);
    fs::write(output.join("messages.rs"), tree)?;
    Ok(())
}

/// Returns the version of the compiler, which requests name.
fn compiler_version() -> Result<String, Box<dyn Error>> {
    let compiler = std::env::var_os("RUSTC").ok_or("cargo names no compiler")?;
    let told = String::from_utf8(Command::new(compiler).arg("--version").output()?.stdout)?;
    Ok(told.split_whitespace().nth(1).unwrap_or("0").to_owned())
}
