/** What is stored of a secret that somebody chose, or the sentence that says why it cannot be one. */
export type Enrollment = { readonly stored: string } | { readonly defect: string };
