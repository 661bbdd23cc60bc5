import { ForeignCell, ForeignText } from "../ui/foreign-text.tsx";
import { ScrollingTable } from "../ui/scrolling-table.tsx";
import { type Block, type BlockEntry, linkOf } from "./block.ts";
import type { Entry } from "./entry.ts";
import "./ledger.css";

/** Shows blocks, given in the order of the chain, newest at the top; each can be opened. */
export function BlockList({ blocks }: { readonly blocks: readonly Block[] }) {
  const newestFirst = blocks.map((block, index) => ({ block, link: linkOf(block, blocks[index - 1]) })).reverse();
  return (
    <ol class="blocks" aria-label="Batches, the newest first">
      {newestFirst.map(({ block, link }) => (
        <li key={String(block.number)} data-link={link} class={block.findings.length > 0 ? "bad" : undefined}>
          <details class="block">
            <summary>
              <strong>Batch {String(block.number)}</strong>
              <span class="small">
                {block.entries.length === 1 ? "1 entry" : `${block.entries.length} entries`}
                {contentsOf(block)}
              </span>
              <Verdict block={block} isBroken={link === "broken"} />
              <code class="small">{block.hash.slice(0, 12)}…</code>
            </summary>
            <Content block={block} />
          </details>
          {link === "apart" && (
            <p class="small spaced">The batches below this one belong to others and are not shown.</p>
          )}
        </li>
      ))}
    </ol>
  );
}

function contentsOf({ entries }: Block): string {
  const kinds = [...new Set(entries.flatMap(({ content }) => (content === undefined ? [] : [content.kind])))];
  return kinds.length === 0 ? "" : `: ${kinds.join(", ")}`;
}

function Verdict({ block, isBroken }: { readonly block: Block; readonly isBroken: boolean }) {
  if (block.findings.length > 0) return <span class="badge bad">changed</span>;
  if (isBroken) return <span class="badge bad">does not follow</span>;
  return <span class="badge good">checked</span>;
}

function Content({ block }: { readonly block: Block }) {
  const { findings, previousHash, hash, entries } = block;
  return (
    <>
      {findings.length > 0 && <p class="notice bad">{findings.join("; ")}.</p>}
      <dl class="facts">
        <div class="fact">
          <dt>Hash of the batch before</dt>
          <dd class="digest">
            <code>{previousHash}</code>
          </dd>
        </div>
        <div class="fact">
          <dt>Hash</dt>
          <dd class="digest">
            <code>{hash}</code>
          </dd>
        </div>
      </dl>
      <ScrollingTable
        label={`Entries of batch ${block.number}`}
        columns={["Entry", "Kind", { number: "Amount" }, "Owner", "With", "Digest"]}
      >
        {entries.map((entry) => (
          <Row key={entry.digest} {...entry} />
        ))}
      </ScrollingTable>
    </>
  );
}

function Row({ digest, content }: BlockEntry) {
  const shortDigest = <code class="small">{digest.slice(0, 16)}…</code>;
  if (content === undefined) {
    return (
      <tr>
        <td>–</td>
        <td colSpan={4} class="small">
          An entry of somebody else, of which only the digest is known
        </td>
        <td>{shortDigest}</td>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">{String(content.sequence)}</th>
      <td>{kindOf(content)}</td>
      <td class="number">{content.amount}</td>
      <td>
        <code class="small">{content.owner}</code>
      </td>
      <td>
        <code class="small">
          <ForeignText text={content.counterparty} />
        </code>
        {content.description !== "" && <ForeignCell text={content.description} />}
      </td>
      <td>{shortDigest}</td>
    </tr>
  );
}

function kindOf({ kind, isDone }: Entry) {
  return isDone || kind === "void" ? kind : `${kind}, refused`;
}
