import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkUpload, uploadLimits } from "../../../../server/modules/verification/domain/documents.ts";
import { anyCharacter } from "../../../support/laws/characters.ts";
import { law } from "../../../support/laws/law.ts";

const pdf = Buffer.from("%PDF-1.7\n");
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

function nameOf(name: string): string {
  const checked = checkUpload({ name, bytes: png }, 0);
  return typeof checked === "string" ? checked : checked.name;
}

describe("an upload", () => {
  it.each([
    [pdf, "application/pdf", "scan.pdf"],
    [jpeg, "image/jpeg", "scan.jpg"],
    [png, "image/png", "scan.png"],
  ])("has the type of its first bytes, whatever its name", (bytes, mediaType, name) => {
    expect(checkUpload({ name: "scan.exe", bytes }, 0)).toEqual({ name, mediaType, size: bytes.length });
  });

  it.each(["<html>", "MZ", "GIF89a", "PK\u0003\u0004", "%PDF", " %PDF-1.7", "<svg/>"])(
    "is refused when it begins with %j",
    (text) => expect(checkUpload({ name: "a.pdf", bytes: Buffer.from(text) }, 0)).toBe("TYPE_NOT_ALLOWED"),
  );

  it("has at most 5 MiB, and a case at most ten uploads", () => {
    const full = Buffer.alloc(uploadLimits.bytesMax);
    pdf.copy(full);
    const over = Buffer.concat([full, Buffer.alloc(1)]);
    expect(uploadLimits.bytesMax).toBe(5_242_880);
    expect(checkUpload({ name: "a", bytes: full }, 9)).toMatchObject({ size: 5_242_880 });
    expect(checkUpload({ name: "a", bytes: over }, 9)).toBe("TOO_LARGE");
    expect(checkUpload({ name: "a", bytes: pdf }, 10)).toBe("TOO_MANY");
    expect(checkUpload({ name: "a", bytes: Buffer.alloc(0) }, 0)).toBe("EMPTY");
  });

  it.each([
    ["../../etc/passwd", "passwd.png"],
    ["C:\\Users\\me\\Pass 1.JPG", "Pass 1.png"],
    ["..", "document.png"],
    ["", "document.png"],
    ["CON.pdf", "document.png"],
    ["évil\u202egnp.exe", "évil-gnp.png"],
    ["a\0b\r\nc.png", "a-b-c.png"],
    ["<script>.pdf", "script.png"],
    ["पासपोर्ट.pdf", "पासपोर्ट.png"],
    ["a'; DROP TABLE documents", "a-DROP TABLE documents.png"],
  ])("called %j is stored as %j", (given, name) => expect(nameOf(given)).toBe(name));

  law("has a name of letters, digits and single signs", fc.string({ unit: anyCharacter, maxLength: 300 }), (given) => {
    const name = nameOf(given);
    expect(name).toMatch(/^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_ -]{0,79}\.png$/u);
  });
});
