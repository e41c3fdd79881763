//! What the window holds while it is open.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tauri::async_runtime::spawn_blocking;

use crate::api::{Api, ApiError};

/// The workspace, or why it does not open, and the sync under way.
pub(super) struct Desk {
    api: Result<Arc<Api>, ApiError>,
    sync: Arc<SyncFlags>,
}

/// Whether a sync runs, and whether it shall stop.
#[derive(Default)]
struct SyncFlags {
    running: AtomicBool,
    cancelled: AtomicBool,
}

impl Desk {
    pub(super) fn new(api: Result<Api, ApiError>) -> Self {
        Desk { api: api.map(Arc::new), sync: Arc::default() }
    }

    /// Asks on a thread that may block, so that the window never waits.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Api) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let api = self.api.clone()?;
        spawn_blocking(move || question(&api)).await.unwrap_or_else(|error| Err(broken(&error)))
    }

    /// Runs a sync; a second one at the same time is refused. The flag it is given says when to stop.
    pub(super) async fn sync<T: Send + 'static>(
        &self,
        sync: impl FnOnce(&Api, &AtomicBool) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        if self.sync.running.swap(true, Ordering::SeqCst) {
            return Err(ApiError {
                code: "busy".to_owned(),
                message: "a sync is under way already".to_owned(),
                hint: "Wait for it to end, or cancel it.".to_owned(),
            });
        }
        self.sync.cancelled.store(false, Ordering::SeqCst);
        let flags = Arc::clone(&self.sync);
        let reply = self.ask(move |api| sync(api, &flags.cancelled)).await;
        self.sync.running.store(false, Ordering::SeqCst);
        reply
    }

    /// Asks the sync under way to stop at the next safe place.
    pub(super) fn cancel_sync(&self) {
        self.sync.cancelled.store(true, Ordering::SeqCst);
    }
}

/// The thread that was to answer is gone: a defect of ours, told instead of hidden.
fn broken(error: &tauri::Error) -> ApiError {
    ApiError {
        code: "internal".to_owned(),
        message: format!("the question was not answered: {error}"),
        hint: "Ask again. If it happens again, report it with the output of `cairn doctor`.".to_owned(),
    }
}
