/**
 * Resolves once everything else that is due has had its turn, such as a click on Stop. For between two pieces of work
 * that each take long: awaiting what is there already lets nothing else in.
 */
export function letOthersRun(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}
