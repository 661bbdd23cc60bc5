import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { client } from "../account/account.ts";
import { assetName } from "./assets.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { useQuery } from "./query.ts";
import { Select } from "./select.tsx";

interface AssetChoiceProps {
  readonly label: string;
  readonly name: string;
}

/** A choice among the assets of the service's ledger. */
export function AssetChoice({ label, name }: AssetChoiceProps) {
  const query = useQuery(async () => (await client.value.of(LedgerService).getLedgerPolicy({})).assets.map(assetName));
  const options = (query.value.value ?? []).map((asset) => ({ value: asset, label: asset }));
  return (
    <>
      <Select label={label} name={name} options={options} />
      {query.error.value !== undefined && <ErrorNotice error={query.error.value} />}
    </>
  );
}
