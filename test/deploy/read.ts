import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** The text of a file of the repository. */
export function textOf(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8')
}

/** A service of compose.yaml, as far as tests look into it; anchors and merges are followed. */
export interface ComposeService {
  readonly image?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly secrets?: readonly string[]
  readonly env_file?: readonly { readonly path: string }[]
  readonly expose?: readonly string[]
  readonly ports?: readonly string[]
  readonly networks?: readonly string[]
  readonly volumes?: readonly string[]
  readonly read_only?: boolean
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
}

/** deploy/compose.yaml. */
export function readCompose(): Compose {
  return parse(textOf('deploy/compose.yaml'), { merge: true }) as Compose
}

/** The commands of package.json, as words, without what npm adds for a terminal. */
export function commands(): readonly (readonly string[])[] {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  return Object.values(scripts).map((script) =>
    script
      .split(' ')
      .filter((word) => word !== 'exec' && !word.endsWith('/env-file.mjs'))
      .flatMap((word) => (word.startsWith('--import=') ? word.split('=') : [word])),
  )
}

/** True for the words of one of them. */
export function isCommand(words: readonly string[]): boolean {
  return commands().some((command) => command.join(' ') === words.join(' '))
}

/** Every variable that the service knows, of `.env.example`. */
export function knownVariables(): ReadonlySet<string> {
  return new Set(
    [...textOf('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name),
  )
}

/** Those of these variables that the service does not know, by themselves or as the name of a file. */
export function unknownVariables(names: Iterable<string>): readonly string[] {
  const known = knownVariables()
  return [...names].filter((name) => !known.has(name.replace(/_FILE$/, '')) && !known.has(name))
}
