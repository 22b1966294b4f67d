import { readFileSync, statSync } from 'node:fs'

/** Variables by name, from a process or an env file. */
export type EnvSource = Readonly<Record<string, string | undefined>>

/** The value of a variable, trimmed; an empty one counts as unset. */
export type EnvText = (name: string) => string | undefined

/**
 * Reads variables from their own value or from the file that `<name>_FILE` names, which is how containers get
 * secrets. A problem with such a file is reported once, in one line that repeats none of its content.
 */
export function envText(source: EnvSource, problems: string[]): EnvText {
  const known = new Map<string, string | undefined>()
  return (name) => {
    if (!known.has(name)) known.set(name, read(name))
    return known.get(name)
  }

  function read(name: string): string | undefined {
    const value = trimmed(source[name])
    const path = trimmed(source[`${name}_FILE`])
    if (path === undefined) return value
    if (value !== undefined) {
      problems.push(`${name} and ${name}_FILE must not both be set.`)
      return value
    }
    try {
      return trimmed(contentOf(path))
    } catch {
      problems.push(
        `${name}_FILE must name a readable file of at most ${fileBytesMax} bytes; ${path} is not.`,
      )
      return undefined
    }
  }
}

/** More than any variable needs; a path to a disk or a log is a mistake. */
const fileBytesMax = 65_536

function contentOf(path: string): string {
  const file = statSync(path)
  if (!file.isFile() || file.size > fileBytesMax) throw new RangeError(path)
  return readFileSync(path, 'utf8')
}

function trimmed(text: string | undefined): string | undefined {
  const value = text?.trim()
  return value === '' ? undefined : value
}
