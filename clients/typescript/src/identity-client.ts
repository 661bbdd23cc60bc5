import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client, Transport } from "@connectrpc/connect";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import type { Identity } from "#contract/identity/v1/identity_pb.js";
import { type CreateIdentityRequestSchema, IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import { base64url, fromBase64url } from "./bytes.ts";
import type { Credentials } from "./identity/mint-token.ts";
import { newSigningKey, type SigningKey } from "./identity/signing-key.ts";
import { keepContext } from "./trace-context.ts";
import { typedClient } from "./typed-client.ts";

/** A new identity, and the credentials that its client stores. The rotation key is returned only this once. */
export interface Registered {
  readonly identity: Identity;
  readonly key: SigningKey;
  readonly credentials: Credentials;
}

/** Members of a new identity; only `username` is required. */
export type RegistrationTerms = Omit<MessageInitShape<typeof CreateIdentityRequestSchema>, "publicKey" | "$typeName">;

/** Client of identities, their verification and their sessions. Failures are PlatonicErrors. */
export class IdentityClient {
  readonly identities: Client<typeof IdentityService>;
  readonly verification: Client<typeof VerificationService>;
  readonly reviews: Client<typeof ReviewService>;
  readonly authentication: Client<typeof AuthenticationService>;

  constructor(transport: Transport) {
    this.identities = typedClient(IdentityService, transport);
    this.verification = typedClient(VerificationService, transport);
    this.reviews = typedClient(ReviewService, transport);
    this.authentication = typedClient(AuthenticationService, transport);
  }

  /** Creates an identity whose signing key never leaves this client. */
  async register(members: RegistrationTerms, key?: SigningKey): Promise<Registered> {
    const inContext = keepContext();
    const own = key ?? (await newSigningKey());
    const publicKey = base64url(own.publicKey);
    const created = inContext(() => this.identities.createIdentity({ ...members, publicKey }));
    const { identity, signingKey, rotationKey } = await created;
    if (identity === undefined || signingKey === undefined || rotationKey === undefined) {
      throw new Error("the service returned no identity");
    }
    const credentials: Credentials = {
      identityId: identity.id,
      keyId: signingKey.id,
      sign: own.sign,
      ...(own.privateKey && { privateKey: own.privateKey }),
      rotationKey: { version: rotationKey.version, secret: fromBase64url(rotationKey.secret) },
    };
    return { identity, key: own, credentials };
  }
}
