import { openWorkbench, type Workbench } from '../../workbench/open-workbench.ts';
import { screenshotFailures } from '../screenshot-failures.ts';
import { testAttachments } from './attachments.ts';
import { testCommands } from './commands.ts';
import { testConversationsView } from './conversations-view.ts';
import { testDialogue, testPlan } from './dialogue.ts';
import { testExchange } from './exchange.ts';
import { testHistory } from './history.ts';
import { testInstructions } from './instructions.ts';
import { testLabels } from './labels.ts';
import { testFindTools, testModes, testSummaries } from './offered-tools.ts';
import { testPalette } from './palette.ts';
import { testPermissions } from './permissions.ts';
import { testPrivate } from './private.ts';
import { testQuickTurns } from './quick-turns.ts';
import { testReview } from './review.ts';
import { testSidebar } from './sidebar.ts';
import { testSteering } from './steering.ts';
import { testTabs } from './tabs.ts';
import { testToolsTree } from './tools-tree.ts';
import { testTwoWindows } from './two-windows.ts';
import { testUndo } from './undo.ts';
import { testVersions } from './versions.ts';
import { testWeb } from './web.ts';

/** To open a window takes longer than most of these tests, which need nothing but a window of VS Code. */
describe('in a window of VS Code', () => {
  let workbench: Workbench;

  before(async () => {
    // Pages come from servers of this machine, which stand for those of the internet.
    const settings = { 'converser.localHosts': ['127.0.0.1:*'], 'converser.protectedPlaces': ['guarded/**'] };
    workbench = await openWorkbench({ settings });
  });

  screenshotFailures(() => workbench);

  after(() => workbench?.close());

  describe('the sidebar, by keyboard alone', () => testSidebar(() => workbench));
  describe('the boxes of single tools, by keyboard alone', () => testToolsTree(() => workbench));
  describe('the command palette', () => testPalette(() => workbench));
  describe('permissions, by keyboard alone', () => testPermissions(() => workbench));
  describe('questions of the model, by keyboard alone', () => testDialogue(() => workbench));
  describe('a turn that runs, steered by keyboard alone', () => testSteering(() => workbench));
  describe('messages that quickly follow each other', () => testQuickTurns(() => workbench));
  describe('the plan, by keyboard alone', () => testPlan(() => workbench));
  describe('tools on demand', () => testFindTools(() => workbench));
  describe('web pages, by keyboard alone', () => testWeb(() => workbench));
  describe('summaries, by keyboard alone', () => testSummaries(() => workbench));
  describe('labels of what comes from outside, by keyboard alone', () => testLabels(() => workbench));
  describe('commands, by keyboard alone', () => testCommands(() => workbench));
  describe('instructions and skills, by keyboard alone', () => testInstructions(() => workbench));
  describe('modes, by keyboard alone', () => testModes(() => workbench));
  describe('undo, by keyboard alone', () => testUndo(() => workbench));
  describe('versions of a turn, by keyboard alone', () => testVersions(() => workbench));
  describe('edits that wait for review, by keyboard alone', () => testReview(() => workbench));
  describe('attachments, by keyboard alone', () => testAttachments(() => workbench));
  describe('the history, by keyboard alone', () => testHistory(() => workbench));
  describe('a conversation in a tab, by keyboard alone', () => testTabs(() => workbench));
  describe('private conversations, by keyboard alone', () => testPrivate(() => workbench));
  describe('a conversation in two windows, by keyboard alone', () => testTwoWindows(() => workbench));
  describe('a conversation in a file, by keyboard alone', () => testExchange(() => workbench));
  describe('the view of conversations, by keyboard alone', () => testConversationsView(() => workbench));
});
