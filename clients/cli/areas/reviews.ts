import type { Command } from "../command.ts";
import {
  reviewsAgreements,
  reviewsCompliance,
  reviewsDecide,
  reviewsDocument,
  reviewsList,
  reviewsOffer,
  reviewsShow,
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
];
