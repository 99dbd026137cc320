/** Everything that decides what runs, under all the names that some file system takes for the same. */

import assert from 'node:assert/strict';
import { protectedPlace } from '../../src/ensembles/workspace/protection/protected-place.ts';
import { words } from './words.ts';

const tried: Readonly<Record<string, readonly string[]>> = {
  'Converser itself': words(`
    .converser/ensembles/x.toml .converser/tools.mjs a/converser.lock.toml`),
  'version control': words(`
    .git .git/config .git/hooks/pre-commit sub/.git sub/.git/HEAD .gitconfig .gitmodules .gitattributes
    .config/git/config .config/git/hooks/post-merge .githooks/pre-push .husky/pre-commit .hg/hgrc .hgrc
    .svn/entries .jj/repo/config.toml .pre-commit-config.yaml .pre-commit-hooks.yaml lefthook.yml
    .lefthook/pre-commit/x.sh .lintstagedrc .lintstagedrc.mjs lint-staged.config.js .simple-git-hooks.json
    .huskyrc.json .overcommit.yml`),
  editors: words(`
    .vscode/settings.json .vscode/tasks.json .vscode .vscode-server/data/Machine/settings.json
    .config/Code/User/settings.json Library/Application␣Support/Code/User/settings.json
    AppData/Roaming/Code/User/settings.json .local/share/code-server/User/settings.json my.code-workspace
    .devcontainer.json .devcontainer/devcontainer.json .devcontainer/post-create.sh devcontainer.json
    .idea/workspace.xml .idea/runConfigurations/run.xml .fleet/run.json .zed/settings.json .zed/tasks.json
    .vs/tasks.vs.json .helix/languages.toml .exrc .vimrc _vimrc .vim/plugin/x.vim .nvim.lua
    .config/nvim/init.lua .emacs .emacs.d/init.el .dir-locals.el .ycm_extra_conf.py app.sublime-project
    .gitpod.yml .replit .idx/dev.nix`),
  'other agents': words(`
    mcp.json .mcp.json .cursor/mcp.json .claude/settings.json .claude/settings.local.json .claude/hooks/x.sh
    .claude.json .codex/config.toml .gemini/settings.json .qwen/settings.json .continue/config.yaml
    .roo/mcp.json .kiro/settings/mcp.json .amazonq/mcp.json .opencode/plugin/x.ts opencode.json
    .windsurf/hooks.json .aider.conf.yml`),
  'other machines': words(`
    .github/workflows/ci.yml .github/actions/setup/action.yml .gitea/workflows/ci.yml
    .forgejo/workflows/ci.yml .gitlab-ci.yml .circleci/config.yml .buildkite/pipeline.yml .travis.yml
    azure-pipelines.yml bitbucket-pipelines.yml Jenkinsfile .drone.yml .woodpecker/ci.yml appveyor.yml
    .cirrus.yml buildspec.yml cloudbuild.yaml .readthedocs.yaml`),
  'package managers and builds': words(`
    .npmrc .yarnrc .yarnrc.yml .yarn/releases/yarn-4.cjs .pnpmfile.cjs bunfig.toml deno.json pip.conf
    .config/pip/pip.conf .condarc .pydistutils.cfg uv.toml sitecustomize.py pyvenv.cfg .cargo/config
    .cargo/config.toml rust-toolchain.toml .bundle/config .gemrc .mvn/extensions.xml
    .mvn/wrapper/maven-wrapper.properties mvnw .m2/settings.xml gradle/wrapper/gradle-wrapper.properties
    gradle-wrapper.properties gradlew .gradle/init.d/x.gradle .sbtopts nuget.config .bazelrc .terraformrc
    ansible.cfg .tool-versions mise.toml .htaccess`),
  shells: words(`
    .bashrc .bash_profile .bash_aliases .profile .zshrc .zshenv .zprofile .kshrc .tcshrc
    .config/fish/config.fish .config/fish/functions/ls.fish .config/nushell/config.nu .envrc .direnv/bin/x
    .inputrc Microsoft.PowerShell_profile.ps1 .pam_environment autorun.inf`),
  'start-ups': words(`
    .config/autostart/x.desktop .config/systemd/user/x.service .config/environment.d/x.conf
    Library/LaunchAgents/x.plist Start␣Menu/Programs/Startup/x.bat .local/bin/ls
    .local/share/applications/x.desktop .tmux.conf .config/tmux/tmux.conf .screenrc .xinitrc .xprofile
    .gdbinit .lldbinit .config/gdb/gdbinit .pdbrc .pythonrc .ipython/profile_default/startup/x.py .Rprofile
    .irbrc .ghci .psqlrc .curlrc .ripgreprc`),
  keys: words(`
    .ssh/authorized_keys .ssh/config .gnupg/gpg.conf .netrc .pypirc .pgpass .aws/config .kube/config
    .docker/config.json .config/gh/hosts.yml .env .env.local app/.env.production .flaskenv`),
};

const ordinary = words(`
  README.md AGENTS.md CLAUDE.md GEMINI.md .github/copilot-instructions.md .github/ISSUE_TEMPLATE/bug.md
  .github/CODEOWNERS .github/dependabot.yml .github/x.md .gitignore .gitkeep .ignore .dockerignore
  .editorconfig .prettierrc .eslintrc.json .env.example app/.env.template .nvmrc package.json
  package-lock.json tsconfig.json vite.config.ts Makefile Dockerfile docker-compose.yml Cargo.toml
  pyproject.toml requirements.txt go.mod pom.xml build.gradle.kts gradle/libs.versions.toml src/config
  src/config/index.ts config/default.json src/git/x.ts src/git/config.ts src/hooks/use-state.ts src/env.ts
  src/environment.ts docs/environment.md docs/vscode/settings.json vscode/settings.json mcp.json.md src/mcp.ts
  src/profile.ts src/login.ts src/workflows/main.yml src/actions/setup.ts src/docker/config.json ssh/client.go
  src/aws/config.ts src/idea.md src/zed.rs lib/bundle/config.rb tests/fixtures/bashrc.txt scripts/bash/run.sh
  src/fish/salmon.ts src/systemd/unit.c src/autostart/main.ts notes~1.md src/index~1 src/main.rs a␣b/c␣d.txt
  ünïcödé/ファイル.md web/claude/page.tsx src/cursor/mouse.ts src/codex/read.ts Jenkinsfile.md src/keys.ts
  docs/env.md id_rsa.pub monkey.txt keyboard.json`);

/** What some file system takes for the same. */
const variants: Readonly<Record<string, (path: string) => string>> = {
  'as it is': path => path,
  'in upper case': path => path.toUpperCase(),
  'in lower case': path => path.toLowerCase(),
  'with backslashes': path => path.replaceAll('/', '\\'),
  'with a trailing dot': path => `${path}.`,
  'with trailing dots and spaces': path => `${path} . . `,
  'with dots after each name': path => `${path.replaceAll('/', './')}.`,
  'with a stream': path => `${path}::$DATA`,
  'with the stream of a folder': path => path.replaceAll('/', '::$INDEX_ALLOCATION/'),
  'with full-width letters': path =>
    path.replace(/[!-.0-~]/g, letter => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  'with letters that decompose': path => path.replace(/k/g, '\u212a').replace(/s/g, '\u017f'),
  'with zero-width joiners': path => [...path].join('\u200d'),
  'with a byte order mark': path => path.replaceAll('.', '\ufeff.'),
  'with tag characters': path => `${path}\u{e0041}`,
  'with one-dot leaders': path => path.replaceAll('.', '\u2024'),
  'with doubled separators': path => path.replaceAll('/', '//'),
};

describe('protected places', () => {
  const all = Object.values(tried).flat();

  it('are more than a hundred names', () => assert.ok(new Set(all).size > 150));

  for (const [what, spelled] of Object.entries(variants)) {
    it(`include all of them ${what}`, () => {
      assert.deepEqual(
        all.filter(path => protectedPlace(spelled(path)) === undefined),
        [],
      );
      assert.deepEqual(
        all.filter(path => protectedPlace(spelled(`home/me/${path}`)) === undefined),
        [],
      );
    });
  }

  it('include what Windows calls them for programs of its past', () => {
    const short = words(`
      GIT~1/hooks/x GI7EB4~1/hooks/x VSCODE~1/settings.json VSCODE~2 VS3F2A~1/settings.json CONVER~1/x.toml
      DEVCON~1.JSO DEVCON~1/x.sh GITHUB~1/WORKFL~1/ci.yml GITHUB~1/workflows/ci.yml YARNRC~1.YML BASHRC~1
      ENV~1 ENV~1.LOC MCP~1.JSO CLAUDE~1/settings.json MY~1.COD SSH~1/config`);
    for (const path of short) {
      assert.ok(protectedPlace(path), path);
      assert.ok(protectedPlace(path.toLowerCase()), path);
    }
  });

  it('say what they do', () => {
    assert.equal(
      protectedPlace('.github/workflows/x.yml'),
      '.github/workflows decides what runs on other machines.',
    );
    assert.equal(protectedPlace('a/.tmux.conf'), '.tmux.conf runs when you log in or a program starts.');
  });

  it('are no ordinary files', () => {
    assert.ok(ordinary.length >= 60);
    assert.deepEqual(
      ordinary.filter(path => protectedPlace(path) !== undefined),
      [],
    );
    assert.deepEqual(
      ordinary.filter(path => protectedPlace(`packages/app/${path}`) !== undefined),
      [],
    );
  });
});
