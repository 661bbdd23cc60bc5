//! Generates the messages of the contract: `platonic-messages CONTRACT FOLDER`.

use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use buffa_codegen::generated::descriptor::FileDescriptorSet;
use buffa_codegen::{CodeGenConfig, GeneratedFileKind, IncludeMode};

/// Packages that clients call, and the details of errors beside those of the contract.
const PLACES: [&str; 6] = [
    "platonic/admin/",
    "platonic/fault/",
    "platonic/geocode/",
    "platonic/identity/",
    "platonic/wallet/",
    "google/rpc/error_details.proto",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut parameters = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(contract), Some(folder), None) = (parameters.next(), parameters.next(), parameters.next()) else {
        return Err("usage: platonic-messages CONTRACT FOLDER".into());
    };
    let contract: FileDescriptorSet =
        buffa_codegen::tooling_decode_options()?.decode_from_slice(&fs::read(contract)?)?;
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
        eprintln!("{warning}");
    }
    fs::create_dir_all(&folder)?;
    let mut modules = Vec::new();
    for file in generated {
        write(&folder.join(&file.name), &file.content)?;
        if file.kind == GeneratedFileKind::PackageMod {
            modules.push((file.name, file.package));
        }
    }
    let tree = buffa_codegen::generate_module_tree(&modules, IncludeMode::Relative(""), false);
    write(&folder.join("messages.rs"), &tree)?;
    Ok(())
}

/// Writes a file, unless it is there already: cargo looks at its time.
fn write(path: &Path, content: &str) -> io::Result<()> {
    if fs::read(path).is_ok_and(|present| present == content.as_bytes()) { Ok(()) } else { fs::write(path, content) }
}
