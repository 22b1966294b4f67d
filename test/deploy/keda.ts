import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { hasProgram } from '#test/support/debian-program.ts'

/** What KEDA itself judges by, of its Go module: the schema of its objects, and the settings that its scalers read. */
export interface Keda {
  /** What is wrong with an object of this kind; an unknown field is. */
  faultsOf(object: object): readonly string[]
  /** The settings of triggers of this type, and those without which it does not start. */
  settingsOf(type: 'temporal' | 'prometheus'): {
    readonly known: ReadonlySet<string>
    readonly required: readonly string[]
  }
}

const kedaModule = 'github.com/kedacore/keda/v2@v2.17.2'
const files = { temporal: 'temporal.go', prometheus: 'prometheus_scaler.go' }

/** Undefined where this machine has no Go, or its modules cannot be had. */
export function keda(): Keda | undefined {
  const folder = moduleFolder()
  if (folder === undefined) return undefined
  const definition = parse(
    readFileSync(join(folder, 'config/crd/bases/keda.sh_scaledobjects.yaml'), 'utf8'),
  ) as Definition
  const schema = definition.spec.versions.find(({ name }) => name === 'v1alpha1')?.schema
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const isWell = ajv.compile(closed(schema?.openAPIV3Schema) as object)
  return {
    faultsOf: (object) =>
      isWell(object) ? [] : (isWell.errors ?? []).map((error) => ajv.errorsText([error])),
    settingsOf(type) {
      const source = readFileSync(join(folder, 'pkg/scalers', files[type]), 'utf8')
      const settings = [...source.matchAll(/`keda:"name=([\w;]+),([^"]*)"`/g)]
      return {
        known: new Set(settings.flatMap(([, names = '']) => names.split(';'))),
        required: settings
          .filter(([, , rest = '']) => !/optional|default=/.test(rest))
          .map(([, name = '']) => name),
      }
    },
  }
}

interface Definition {
  readonly spec: {
    readonly versions: readonly {
      readonly name: string
      readonly schema: { readonly openAPIV3Schema: unknown }
    }[]
  }
}

/** A machine without a network does not wait for longer. */
const goneAfterMs = 60_000

function moduleFolder(): string | undefined {
  if (!hasProgram('go')) return undefined
  try {
    const words = ['mod', 'download', '-json', kedaModule]
    const told = execFileSync('go', words, {
      encoding: 'utf8',
      stdio: 'pipe',
      cwd: '/',
      timeout: goneAfterMs,
    })
    return (JSON.parse(told) as { Dir: string }).Dir
  } catch {
    return undefined
  }
}

/** As Kubernetes does with strict validation: a field that an object's schema does not name is a fault. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closed(value)]),
  )
  const isOpen =
    !('properties' in schema) ||
    'additionalProperties' in schema ||
    'x-kubernetes-preserve-unknown-fields' in schema
  return isOpen ? inner : { ...inner, additionalProperties: false }
}
