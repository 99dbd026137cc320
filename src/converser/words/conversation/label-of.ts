import type { Canister, CanisterRole } from '../canister/canister.ts';
import { type Label, ofWorkspace, type ReadLabel } from '../labels/label.ts';

export function labelOf({ label, role }: Pick<Canister, 'label' | 'role'>): ReadLabel {
  return label ?? ordinary[role];
}

const ofPerson: Label = { integrity: 'person', sources: [], confidentiality: 'workspace' };
const ofModel: Label = { integrity: 'model', sources: [], confidentiality: 'workspace' };

const ordinary: Readonly<Record<CanisterRole, Label>> = {
  supervisor: ofPerson,
  user: ofPerson,
  assistant: ofModel,
  invocation: ofModel,
  document: ofWorkspace,
  result: ofWorkspace,
  compaction: ofModel,
};
