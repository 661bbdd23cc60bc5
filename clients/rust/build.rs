//! Finds the messages of the contract. A package has them; in a clone of the repository their generator writes them.

use std::env::{var, var_os};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

const GENERATOR: &str = "generator";
const CONTRACT: &str = "../../gen/descriptors/clients.binpb";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=PLATONIC_RUSTC={}", compiler_version()?);
    let is_clone = Path::new(GENERATOR).is_dir();
    let messages = if is_clone { generate()? } else { Path::new(&var("CARGO_MANIFEST_DIR")?).join("generated") };
    println!("cargo::rustc-env=PLATONIC_MESSAGES={}", messages.display());
    Ok(())
}

/// Returns the version of the compiler, which requests name.
fn compiler_version() -> Result<String, Box<dyn Error>> {
    let compiler = var_os("RUSTC").ok_or("cargo names no compiler")?;
    let told = String::from_utf8(Command::new(compiler).arg("--version").output()?.stdout)?;
    Ok(told.split_whitespace().nth(1).unwrap_or("0").to_owned())
}

/// Runs the generator, which is a package of its own so that users of this one do not build it; returns the folder of what it wrote.
fn generate() -> Result<PathBuf, Box<dyn Error>> {
    for path in [CONTRACT, "generator/Cargo.toml", "generator/Cargo.lock", "generator/src"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let output = PathBuf::from(var("OUT_DIR")?);
    let messages = output.join("messages");
    // Beside the builds of all packages, so that it is built once.
    let target = output.ancestors().nth(3).ok_or("OUT_DIR has no folder of builds above it")?.join("generator");
    let mut cargo = Command::new(var_os("CARGO").ok_or("run cargo")?);
    cargo.args(["run", "--quiet", "--locked", "--manifest-path"]).arg(Path::new(GENERATOR).join("Cargo.toml"));
    cargo.arg("--target-dir").arg(target).arg("--").args([Path::new(CONTRACT), &messages]);
    // It runs here, whatever this package is built for and checked by.
    for name in ["CARGO_BUILD_TARGET", "CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "RUSTC_WORKSPACE_WRAPPER", "CLIPPY_ARGS"]
    {
        cargo.env_remove(name);
    }
    let status = cargo.status()?;
    if status.success() { Ok(messages) } else { Err(format!("the generator of messages failed: {status}").into()) }
}
