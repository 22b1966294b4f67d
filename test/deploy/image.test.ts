import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { libraryFiles } from '#api/docs/downloads/libraries.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { root, textOf } from './read.ts'

/** What `npm ci --omit=dev` leaves, made of the packages that are here: the image without a container. */
describe('the packages of the image', function () {
  this.timeout(180_000)
  let folder: string
  const sh = (script: string): string =>
    execFileSync('sh', ['-euc', script], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    })

  before(() => {
    folder = temporaryFolder('image')
    const left = textOf('.dockerignore')
      .split('\n')
      .filter((line) => /^[\w.*-]+$/.test(line))
    const without = left.map((name) => `--exclude='./${name}'`).join(' ')
    sh(`tar -C '${root}' ${without} -cf - . | tar -xf -`)
    // Linked, where the disk allows it: nothing in them is written, some are taken away.
    sh(
      `cp -al '${join(root, 'node_modules')}' . 2>/dev/null || cp -a '${join(root, 'node_modules')}' .`,
    )
    sh('npm prune --omit=dev --no-audit --offline')
  })

  it('are enough for each process', () => {
    for (const main of [
      'server/start-api.ts',
      'worker/start-worker.ts',
      'db/migrate.ts',
      'server/cli/doctor/temporal.ts',
    ]) {
      const loaded = sh(
        `'${process.execPath}' --import ./platform/jsx.mjs --eval "import('./${main}').then(() => console.log('loaded'))"`,
      )
      assert.match(loaded, /loaded/, main)
    }
  })

  it('are compiled ahead with our own files, so that no start needs a compiler', () => {
    sh(`'${process.execPath}' --import ./platform/jsx.mjs deploy/compile.ts`)
    for (const main of ['server/main.ts', 'worker/main.ts']) {
      const compilers = sh(
        `'${process.execPath}' --import ./platform/jsx.mjs --eval "import('./${main}').then(() => console.log(process.moduleLoadList.filter((name) => name.includes('amaro')).length))"`,
      )
      assert.equal(compilers.trim(), '0', main)
    }
  })

  it('compile the libraries that are handed out, as they are compiled here', () => {
    const script = `import('./api/docs/downloads/libraries.ts').then(({ libraryFiles }) => {
      for (const { content } of libraryFiles('').values()) console.log(content.toString('base64'))
    })`
    const made = sh(`'${process.execPath}' --eval "${script}"`).trim().split('\n')
    const here = [...libraryFiles('').values()].map(({ content }) => content.toString('base64'))
    assert.deepEqual(made, here)
  })

  it('stand all in its bill of materials, and none for development', () => {
    const steps = /(npm pkg delete[^]*?sbom\.json)/.exec(textOf('deploy/Dockerfile'))?.[1] ?? ''
    sh(steps.replaceAll('\\\n', ' '))
    const { components } = JSON.parse(sh('cat sbom.json')) as {
      components: readonly { name: string; version: string }[]
    }
    const named = components.map(({ name, version }) => `${name} ${version}`)
    const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Readonly<
      Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
    >
    for (const [name, version] of Object.entries(dependencies))
      assert.ok(named.includes(`${name} ${version}`), name)
    assert.ok('mocha' in devDependencies && !named.some((each) => each.startsWith('mocha ')))
  })
})
