import { PermissionCard } from './permission-card.ts';
import { PermissionReview } from './permission-review.ts';

/** Returns whether there was a question to say yes to. */
export function allowByKey(page: ParentNode): boolean {
  const focused = document.activeElement;
  const review = page.querySelector('converser-permission-review');
  if (review instanceof PermissionReview) return review.contains(focused) && review.allowSelected();
  const only = page.querySelector('converser-permission-card');
  return only instanceof PermissionCard && only.allowOnce();
}
