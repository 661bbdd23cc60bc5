import { useSignal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Found, readIndex, type Search } from "./search.ts";

/** Opens the search in a dialog; `indexAddress` is the address of its index. */
export function openSearchDialog(indexAddress: string): void {
  if (document.querySelector("dialog[open]") !== null) return;
  const place = document.createElement("div");
  document.body.append(place);
  const close = () => {
    render(null, place);
    place.remove();
  };
  render(<SearchDialog indexAddress={indexAddress} close={close} />, place);
}

interface SearchDialogProps {
  readonly indexAddress: string;
  readonly close: () => void;
}

function SearchDialog({ indexAddress, close }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const question = useSignal("");
  const search = useSignal<Search | undefined>(undefined);
  const failure = useSignal("");
  useEffect(() => {
    dialog.current?.showModal();
    loadIndex(indexAddress).then(
      (loaded) => {
        search.value = loaded;
      },
      () => {
        failure.value = "The search could not be loaded. Load the page again, or use the list of pages.";
      },
    );
  }, [indexAddress, search, failure]);
  const found = search.value === undefined || question.value.trim() === "" ? [] : search.value(question.value);
  return (
    <dialog
      ref={dialog}
      class="search"
      aria-label="Search the documentation"
      onClose={close}
      onKeyDown={moveByArrows}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <label class="hidden" for="search-question">
        Search the documentation
      </label>
      <input
        id="search-question"
        type="search"
        placeholder="Search, such as: verify a receipt"
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          question.value = event.currentTarget.value;
        }}
      />
      <p role="status" class="small">
        {failure.value || countOf(search.value !== undefined, question.value.trim(), found.length)}
      </p>
      <ul class="search-results">
        {found.map((each) => (
          <li key={each.address}>
            <Result {...each} leave={() => dialog.current?.close()} />
          </li>
        ))}
      </ul>
    </dialog>
  );
}

function Result({ address, page, heading, excerpt, leave }: Found & { readonly leave: () => void }) {
  return (
    <a href={address} onClick={leave}>
      <strong>{heading === "" ? page : heading}</strong> {heading !== "" && <span class="small">{page}</span>}
      <span class="search-excerpt">
        {excerpt.map(({ text, isMarked }, index) => (isMarked ? <mark key={index}>{text}</mark> : text))}
      </span>
    </a>
  );
}

/** Moves the focus between the query and the results; Enter in the query opens the first result. */
function moveByArrows(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, .search-results a")];
  const present = stops.indexOf(document.activeElement as HTMLElement);
  if (event.key === "Enter" && present === 0) stops[1]?.click();
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || present === -1) return;
  event.preventDefault();
  stops[Math.min(Math.max(present + step, 0), stops.length - 1)]?.focus();
}

function countOf(isLoaded: boolean, question: string, count: number): string {
  if (question === "") return "Arrows move between the results, Enter opens one.";
  if (!isLoaded) return "Loading …";
  if (count === 0) return `Nothing found for “${question}”. Try fewer words, or the name of an operation or setting.`;
  return count === 1 ? "1 result" : `${count} results`;
}

async function loadIndex(address: string): Promise<Search> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the index of the search was answered with ${answer.status}`);
  return readIndex(await answer.text());
}
