declare module "virtual:operations" {
  export const operations: readonly import("./operation.ts").Operation[];
}
declare module "*.csv?raw" {
  const text: string;
  export default text;
}
