// The type of the library `dom`, for programs that have only the types of Node. A global of a module counts where no other
// declaration has its name, so that it never conflicts with that of `dom`.
type HeadersInit = ConstructorParameters<typeof Headers>[0];
export = HeadersInit;
export as namespace HeadersInit;
