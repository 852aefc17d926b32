-- What the thinking of a reply on its way is minted under, where its seals are bound to that: recovery says it of the turn.
ALTER TABLE pending ADD COLUMN minted_under TEXT;
