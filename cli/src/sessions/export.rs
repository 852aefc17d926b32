//! `sessions export`: a session as text, for another store or another program. It says all that was said, blobs among it.
use crate::{
    args::{ExportArgs, FormName},
    failure::Failure,
    output,
    sessions::list::unread,
    store,
};
use throughline_sessions::form::{Form, export};

pub(super) async fn run(args: &ExportArgs) -> Result<(), Failure> {
    let store = store::need().await?;
    let session = store.session(&args.id).await?;
    let form = match args.form {
        FormName::Lines => Form::Lines,
        FormName::Messages => Form::Messages,
    };
    let loaded = store.load(&session.id).await?;
    output::write(export(form, &loaded)?.as_bytes())?;
    // What cannot be read is in the store and not in the text.
    match unread(&loaded.session) {
        unread if unread.is_empty() => Ok(()),
        unread => Err(Failure::Store(unread.join("; "))),
    }
}
