import { operations } from "virtual:operations";
import { place } from "../app/router.ts";

/** Links to all operations. */
export function OperationTabs() {
  return (
    <nav class="tabs" aria-label="Operations">
      {operations.map(({ name }) => {
        const path = `/playground/${name}`;
        return (
          <a key={name} href={path} aria-current={place.value.pathname === path ? "page" : undefined}>
            {name}
          </a>
        );
      })}
    </nav>
  );
}
