/** A file as received. */
export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type MediaType = "application/pdf" | "image/jpeg" | "image/png";

/** An accepted upload. Its name and type are determined here, not by the sender. */
export interface AcceptedDocument {
  readonly name: string;
  readonly mediaType: MediaType;
  readonly size: number;
}

/** Reason to reject an upload. */
export type UploadRefusal = "TOO_MANY" | "EMPTY" | "TOO_LARGE" | "TYPE_NOT_ALLOWED";

export const uploadLimits = { bytesMax: 5 * 1024 * 1024, documentsMax: 10, identityDocumentsMax: 200 } as const;

/** Checks an upload to a case that has `documentsBefore` documents. */
export function checkUpload(upload: Upload, documentsBefore: number): AcceptedDocument | UploadRefusal {
  if (documentsBefore >= uploadLimits.documentsMax) return "TOO_MANY";
  if (upload.bytes.length === 0) return "EMPTY";
  if (upload.bytes.length > uploadLimits.bytesMax) return "TOO_LARGE";
  const type = types.find(({ magic }) => magic.every((byte, index) => upload.bytes[index] === byte));
  if (type === undefined) return "TYPE_NOT_ALLOWED";
  return { name: safeName(upload.name, type.ending), mediaType: type.mediaType, size: upload.bytes.length };
}

const types: readonly { mediaType: MediaType; ending: string; magic: readonly number[] }[] = [
  { mediaType: "application/pdf", ending: "pdf", magic: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { mediaType: "image/jpeg", ending: "jpg", magic: [0xff, 0xd8, 0xff] },
  { mediaType: "image/png", ending: "png", magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
];

const nameCharactersMax = 80;

/**
 * Reduces the last part of a path to letters, digits and single punctuation characters, with the extension of the type.
 */
function safeName(name: string, ending: string): string {
  const last = name.slice(-1024).split(/[/\\]/).at(-1) as string;
  const stem = last
    .normalize("NFC")
    .replace(/\.[^.]*$/, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, (signs) => (/^[_ -]$/.test(signs) ? signs : "-"));
  const kept = [...stem]
    .slice(0, nameCharactersMax)
    .join("")
    .replace(/^[ -]+|[ -]+$/g, "");
  // Device names of some systems are not used as file names.
  const isUsable = kept !== "" && !/^(con|prn|aux|nul|com\d|lpt\d)$/i.test(kept);
  return `${isUsable ? kept : "document"}.${ending}`;
}
