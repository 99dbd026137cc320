import { PermissionCard } from './permission-card.ts';
import { PermissionReview } from './permission-review.ts';

/**
 * Says yes once: to the question that has the focus, to those that are ticked in the list that has it, or to the only
 * question that there is. Returns whether there was one.
 */
export function allowByKey(page: ParentNode): boolean {
  const focused = document.activeElement;
  const card = focused?.closest('converser-permission-card');
  if (card instanceof PermissionCard) return card.allowOnce();
  const review = page.querySelector('converser-permission-review');
  if (review instanceof PermissionReview) return review.contains(focused) && review.allowSelected();
  const only = page.querySelector('converser-permission-card');
  return only instanceof PermissionCard && only.allowOnce();
}
