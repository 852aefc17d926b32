//! Which statements make one transaction.
use super::{Sqlite, branch, check, evidence, find, pending, recover, requests, session, turns};
use crate::{
    EndReason, Error, Evidence, EvidenceId, Filter, Loaded, Millis, NewSession, Pending, PendingHead, PendingId, Piece,
    Recovered, RequestRecord, Session, SessionId, SessionStore, Unreadable,
};
use async_trait::async_trait;
use std::sync::Arc;
use throughline_core::{Registry, RejectionMemory, Request, Route, Turn, Verbatim};

#[async_trait]
impl SessionStore for Sqlite {
    async fn create(&self, new: NewSession) -> Result<Session, Error> {
        let mut work = self.write().await?;
        let session = session::create(&mut work, new).await?;
        work.commit().await?;
        Ok(session)
    }
    async fn session(&self, id: &str) -> Result<Session, Error> {
        let mut work = self.read().await?;
        let number = find::named(&mut work, id).await?;
        session::read(&mut work, number).await
    }
    async fn sessions(&self, filter: &Filter) -> Result<Vec<Session>, Error> {
        session::list(&mut *self.read().await?, filter).await
    }
    async fn load(&self, id: &SessionId) -> Result<Loaded, Error> {
        turns::load(&mut *self.read().await?, id).await
    }
    async fn lines(&self, id: &SessionId) -> Result<Vec<(usize, String)>, Error> {
        turns::lines(&mut *self.read().await?, id).await
    }
    async fn rename(&self, id: &SessionId, title: Option<&str>) -> Result<(), Error> {
        let mut work = self.write().await?;
        session::rename(&mut work, id, title).await?;
        Ok(work.commit().await?)
    }
    async fn delete(&self, id: &SessionId) -> Result<(), Error> {
        let mut work = self.write().await?;
        session::delete(&mut work, id, &self.writer).await?;
        work.commit().await?;
        // What was forgotten stands in the journal until that is written over. Others may still read it: then it takes longer.
        let _ = sqlx::raw_sql("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.write).await;
        Ok(())
    }

    async fn append(&self, id: &SessionId, at: usize, new: &[Arc<Turn>]) -> Result<(), Error> {
        let mut work = self.write().await?;
        let number = find::exact(&mut work, id).await?;
        pending::free(&mut work, number, id, &self.writer).await?;
        turns::append(&mut work, number, id, at, new).await?;
        Ok(work.commit().await?)
    }
    async fn direct(&self, id: &SessionId, route: &Route, request: &Request) -> Result<(), Error> {
        let mut work = self.write().await?;
        session::direct(&mut work, id, route, request).await?;
        Ok(work.commit().await?)
    }
    async fn configure(&self, id: &SessionId, settings: &[(String, Option<Verbatim>)]) -> Result<(), Error> {
        let mut work = self.write().await?;
        let number = find::exact(&mut work, id).await?;
        let mut config = session::config(&mut work, number).await?;
        for (name, value) in settings {
            config.set(name, value.as_ref().map(|value| value.get().to_owned()));
        }
        session::configure(&mut work, number, &config).await?;
        Ok(work.commit().await?)
    }

    async fn begin(&self, id: &SessionId, at: usize, head: &PendingHead) -> Result<PendingId, Error> {
        let mut work = self.write().await?;
        let pending = pending::begin(&mut work, id, at, head, &self.writer).await?;
        work.commit().await?;
        Ok(pending)
    }
    async fn feed(&self, pending: PendingId, bytes: &[u8]) -> Result<(), Error> {
        let mut work = self.write().await?;
        pending::feed(&mut work, pending, bytes).await?;
        Ok(work.commit().await?)
    }
    async fn settle(&self, pending: PendingId, turn: Option<&Arc<Turn>>) -> Result<(), Error> {
        let mut work = self.write().await?;
        let settled = pending::settle(&mut work, pending, turn, &self.writer).await;
        // Where the place is taken, that nobody waits for the reply any more is kept all the same.
        work.commit().await?;
        settled
    }
    async fn abandon(&self, pending: PendingId) -> Result<(), Error> {
        let mut work = self.write().await?;
        pending::abandon(&mut work, pending, &self.writer).await?;
        Ok(work.commit().await?)
    }
    async fn pending(&self) -> Result<Vec<Pending>, Error> {
        pending::list(&mut *self.read().await?, &self.writer).await
    }
    async fn recover(&self, registry: &Registry) -> Result<Vec<Recovered>, Error> {
        let left: Vec<_> = self.pending().await?.into_iter().filter(|pending| !pending.live).collect();
        let mut all = vec![];
        for pending in left {
            // Reading the bytes, writing the turn and taking the row away are one: whoever is killed in between has done nothing.
            let mut work = self.write().await?;
            all.extend(recover::recover(&mut work, pending.id, registry, &self.writer).await?);
            work.commit().await?;
        }
        Ok(all)
    }

    async fn branch(&self, id: &SessionId, at: usize, title: Option<&str>) -> Result<Session, Error> {
        let mut work = self.write().await?;
        let session = branch::branch(&mut work, id, at, title).await?;
        work.commit().await?;
        Ok(session)
    }
    async fn derive(
        &self,
        id: &SessionId,
        pieces: &[Piece],
        ended: EndReason,
        title: Option<&str>,
    ) -> Result<Session, Error> {
        let mut work = self.write().await?;
        let session = branch::derive(&mut work, id, pieces, ended, title).await?;
        work.commit().await?;
        Ok(session)
    }

    async fn memory(&self, id: &SessionId) -> Result<RejectionMemory, Error> {
        let mut work = self.read().await?;
        let number = find::exact(&mut work, id).await?;
        session::memory(&mut work, number).await
    }
    async fn remember(&self, id: &SessionId, memory: &RejectionMemory) -> Result<(), Error> {
        let mut work = self.write().await?;
        let number = find::exact(&mut work, id).await?;
        session::remember(&mut work, number, memory).await?;
        Ok(work.commit().await?)
    }
    async fn learned(&self, new: &[Evidence]) -> Result<(), Error> {
        let mut work = self.write().await?;
        for evidence in new {
            evidence::learn(&mut work, evidence).await?;
        }
        Ok(work.commit().await?)
    }
    async fn evidence(&self, now: Option<Millis>) -> Result<(Vec<Evidence>, Vec<Unreadable>), Error> {
        evidence::list(&mut *self.read().await?, now).await
    }
    async fn forget(&self, ids: &[EvidenceId]) -> Result<usize, Error> {
        let mut work = self.write().await?;
        let gone = evidence::forget(&mut work, ids).await?;
        work.commit().await?;
        Ok(gone)
    }

    async fn record(&self, request: &RequestRecord) -> Result<(), Error> {
        let mut work = self.write().await?;
        requests::record(&mut work, request).await?;
        Ok(work.commit().await?)
    }
    async fn requests(&self, id: &SessionId) -> Result<Vec<RequestRecord>, Error> {
        requests::list(&mut *self.read().await?, id).await
    }
    async fn last_request(&self, id: &SessionId) -> Result<Option<RequestRecord>, Error> {
        requests::last(&mut *self.read().await?, id).await
    }

    async fn check(&self) -> Result<Vec<Unreadable>, Error> {
        Ok(check::check(&mut *self.read().await?).await)
    }
}
