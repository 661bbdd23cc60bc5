//! Bytes of signed entries of the ledger (docs/ledger.md, "The bytes of an entry").

/// Content of a signed entry.
#[derive(Debug)]
pub(super) struct SignedEntry {
    pub kind: u8,
    pub outcome: u8,
    pub sequence: u64,
    /// In the smallest units of the asset.
    pub amount: u64,
    pub id: String,
    /// Who signed it: the sender, or of a capture or release the recipient of the hold.
    pub owner: String,
    pub asset: String,
    pub description: String,
    pub counterparty: String,
    pub order: Vec<u8>,
    pub signature: Vec<u8>,
    /// Set for holds, captures and releases.
    pub hold: Option<HeldEntry>,
    /// Id of the transaction that is given back; empty: none.
    pub reverses: String,
    /// Whether the order was processed in a linked set.
    pub is_linked: bool,
}

#[derive(Debug)]
pub(super) struct HeldEntry {
    pub id: String,
    pub ends_at_ms: u64,
}

/// Length of the numbers and the digest before the first text.
const HEAD: usize = 68;
/// Length of the numbers of an automatic exchange.
const EXCHANGED: usize = 56;

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, length: usize) -> Option<u64> {
        Some(self.take(length)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number(2)?;
        String::from_utf8(self.take(usize::try_from(length).ok()?)?.to_vec()).ok()
    }

    fn block(&mut self) -> Option<Vec<u8>> {
        let length = self.number(4)?;
        Some(self.take(usize::try_from(length).ok()?)?.to_vec())
    }

    /// Reads what holds have, after an automatic exchange, which is skipped.
    fn hold(&mut self, present: u8) -> Option<Option<HeldEntry>> {
        if present & 16 != 0 {
            self.take(EXCHANGED)?;
            for _ in 0..if present & 32 != 0 { 4 } else { 3 } {
                self.text()?;
            }
        }
        if present & 64 == 0 {
            return Some(None);
        }
        let ends_at_ms = self.number(8)?;
        self.take(8)?;
        Some(Some(HeldEntry { ends_at_ms, id: self.text()? }))
    }

    fn links(&mut self, present: u8) -> Option<(String, bool)> {
        let bits = if present & 128 != 0 { self.take(1)?[0] } else { 0 };
        let reverses = if bits & 1 != 0 { self.text()? } else { String::new() };
        Some((reverses, bits & 2 != 0))
    }
}

/// Reads an entry; `None` if it is cut short, of another version, or not signed.
pub(super) fn read(bytes: &[u8]) -> Option<SignedEntry> {
    let mut reader = Reader(bytes);
    let head = reader.take(HEAD)?;
    let (version, present) = (head[0], head[3]);
    if version != 1 || present & 15 != 15 {
        return None;
    }
    let number = |place: usize| Some(u64::from_be_bytes(head.get(place..place + 8)?.try_into().ok()?));
    let (sequence, amount) = (number(4)?, number(20)?);
    let [id, owner, asset, description, counterparty] =
        [reader.text()?, reader.text()?, reader.text()?, reader.text()?, reader.text()?];
    let order = reader.block()?;
    let _key_id = reader.text()?;
    let signature = reader.block()?;
    let hold = reader.hold(present)?;
    let (reverses, is_linked) = reader.links(present)?;
    let (kind, outcome) = (head[1], head[2]);
    Some(SignedEntry {
        kind,
        outcome,
        sequence,
        amount,
        id,
        owner,
        asset,
        description,
        counterparty,
        order,
        signature,
        hold,
        reverses,
        is_linked,
    })
}
