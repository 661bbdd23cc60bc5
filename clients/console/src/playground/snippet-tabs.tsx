import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { storedTexts } from "../browser/storage.ts";
import { Copyable } from "../ui/copyable.tsx";
import type { Operation } from "./operation.ts";
import { type SnippetName, snippets } from "./snippets/snippets.ts";
import { treeOf } from "./snippets/tree.ts";

const names = Object.keys(snippets) as SnippetName[];
/** Storage name of the last choice. */
const chosenName = "snippet";

interface SnippetTabsProps {
  readonly operation: Operation;
  readonly request: object;
}

/** Shows the request as a command and as a program in each language, one at a time. Arrow keys select. */
export function SnippetTabs({ operation, request }: SnippetTabsProps) {
  const id = useId();
  const chosen = useSignal<SnippetName>(kept());
  const list = useRef<HTMLDivElement>(null);
  const choose = (name: SnippetName) => {
    chosen.value = name;
    storedTexts.setItem(chosenName, name);
  };
  const step = (by: number) => {
    const next = (names.indexOf(chosen.value) + by + names.length) % names.length;
    choose(names[next] as SnippetName);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  const keys: Readonly<Record<string, () => void>> = { ArrowRight: () => step(1), ArrowLeft: () => step(-1) };
  return (
    <div>
      <div class="tabs" role="tablist" aria-label="Language" ref={list}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen.value}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen.value ? 0 : -1}
            onClick={() => choose(name)}
            onKeyDown={(event) => {
              const act = keys[event.key];
              if (act === undefined) return;
              event.preventDefault();
              act();
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen.value}`}>
        <Copyable text={textOf(chosen.value, operation, request)} name={`the ${chosen.value} text`} isLong />
      </div>
    </div>
  );
}

function kept(): SnippetName {
  const name = storedTexts.getItem(chosenName) as SnippetName | null;
  return name !== null && names.includes(name) ? name : "curl";
}

function textOf(name: SnippetName, { path, method, request: shape }: Operation, json: object): string {
  const plain = { endpoint: location.origin, path, json };
  if (name === "curl") return snippets.curl(plain);
  try {
    return snippets[name]({ ...plain, method, message: treeOf(shape, json) });
  } catch (error) {
    return `This request cannot be written as a program: ${(error as Error).message}.`;
  }
}
