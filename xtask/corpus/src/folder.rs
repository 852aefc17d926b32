//! A folder of recorded exchanges.
//!
//! It must never leave a file out in silence: what cannot be read is named with the reason.
use crate::exchange::Exchange;
use std::{fs, io, path::Path};

/// What a folder holds, in the order of its file names.
#[derive(Debug, Default)]
pub struct Folder {
    /// The exchanges.
    pub exchanges: Vec<Exchange>,
    /// Files that are none, with the reason.
    pub broken: Vec<(String, String)>,
}

impl Folder {
    /// Reads every `.json` file of `path`.
    ///
    /// # Errors
    /// Where there is no such folder, or no such file in it.
    pub fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let listed = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let listed = listed.map_err(|error| format!("cannot read the folder {shown}: {error}"))?;
        let mut files: Vec<_> = listed.into_iter().map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|end| end == "json") && file.is_file());
        files.sort();
        if files.is_empty() {
            return Err(format!("no .json file in the folder {shown}: give a folder with one exchange a file"));
        }
        let mut folder = Self::default();
        for file in files {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let read = fs::read_to_string(&file).map_err(|error| error.to_string());
            match read.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string())) {
                Ok(exchange) => folder.exchanges.push(exchange),
                Err(error) => folder.broken.push((name, error)),
            }
        }
        Ok(folder)
    }
}
