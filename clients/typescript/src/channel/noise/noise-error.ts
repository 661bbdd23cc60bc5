/** What is not as the other side would have sent it. After one, nothing of the connection is believed. */
export class NoiseError extends Error {}
