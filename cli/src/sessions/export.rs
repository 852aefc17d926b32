//! `sessions export`: a session as text, for another store or another program. It says all that was said, blobs among it.
use crate::{
    args::{ExportArgs, FormName},
    failure::Failure,
    output, store,
};
use throughline_sessions::form::{Form, export};

pub(super) async fn run(args: &ExportArgs) -> Result<(), Failure> {
    let store = store::need().await?;
    let session = store.session(&args.id).await?;
    let form = match args.form {
        FormName::Lines => Form::Lines,
        FormName::Messages => Form::Messages,
    };
    output::write(export(form, &store.load(&session.id).await?)?.as_bytes())
}
