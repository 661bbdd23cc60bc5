/** What is stored of a secret that somebody chose, or the sentence that says why it cannot be one. */
export type Enrolled = { readonly stored: string } | { readonly defect: string };
