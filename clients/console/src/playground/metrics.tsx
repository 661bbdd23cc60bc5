/**
 * Shows the metrics of an answer: the numbers and words of its member `metrics`, or of the one named after its
 * operation.
 */
export function Metrics({ result }: { readonly result: unknown }) {
  const found = Object.entries((result ?? {}) as object).find(([name]) => /(?:^|_)metrics$/.test(name))?.[1];
  const facts = Object.entries((found ?? {}) as object).filter(([, value]) => typeof value !== "object");
  if (facts.length === 0) return null;
  return (
    <section class="card" aria-labelledby="metrics">
      <h2 id="metrics">Metrics</h2>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div class="fact" key={name}>
            <dt>{name.replaceAll("_", " ")}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
