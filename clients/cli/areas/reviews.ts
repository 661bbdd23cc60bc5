import type { Command } from "../command.ts";
import {
  reviewsAgreements,
  reviewsApprove,
  reviewsCompliance,
  reviewsDecide,
  reviewsDocument,
  reviewsList,
  reviewsOffer,
  reviewsShow,
  reviewsUnlock,
} from "../commands/reviews.ts";

/** The commands that begin with `reviews`, in the order of the usage text. */
export const reviews: readonly Command[] = [
  reviewsList,
  reviewsShow,
  reviewsDocument,
  reviewsDecide,
  reviewsCompliance,
  reviewsAgreements,
  reviewsOffer,
  reviewsApprove,
  reviewsUnlock,
];
