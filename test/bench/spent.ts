import type { Profiler } from 'node:inspector'

/** Time that a profile's threads spent at something: its share of all that they did not idle. */
export interface Spent {
  readonly name: string
  readonly share: number
}

/** Where the time of profiles went, the dearest first: by package or folder of ours, and by function. */
export interface Breakdown {
  /** Milliseconds in which a thread did something. */
  readonly busyMs: number
  readonly places: readonly Spent[]
  readonly functions: readonly Spent[]
}

/**
 * The time of each function itself, without what it calls. By place, a system call and what Node does between it and
 * its caller, as writing to a socket, count for the caller.
 */
export function breakdown(profiles: readonly Profiler.Profile[], root: string): Breakdown {
  const places = new Map<string, number>()
  const functions = new Map<string, number>()
  let busy = 0
  const note = (name: Named, spent: number): void => {
    busy += spent
    places.set(name.place, (places.get(name.place) ?? 0) + spent)
    functions.set(name.function, (functions.get(name.function) ?? 0) + spent)
  }
  for (const { nodes, samples = [], timeDeltas = [] } of profiles) {
    const named = namesOf(nodes, root)
    for (const [at, id] of samples.entries()) {
      const name = named.get(id)
      if (name !== undefined) note(name, timeDeltas[at] ?? 0)
    }
  }
  return { busyMs: busy / 1000, places: dearest(places, busy), functions: dearest(functions, busy) }
}

interface Named {
  readonly place: string
  readonly function: string
}

/** What each node's own time is counted as; an idle one has no name. */
function namesOf(nodes: readonly Profiler.ProfileNode[], root: string): Map<number, Named> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const named = new Map<number, Named>()
  const walk = (node: Profiler.ProfileNode | undefined, caller: string): void => {
    if (node === undefined) return
    const { functionName, url } = node.callFrame
    const place = special[functionName] ?? placeOf(url, root) ?? caller
    if (!idle.has(functionName)) named.set(node.id, { place, function: functionText(node) })
    for (const id of node.children ?? []) walk(byId.get(id), place)
  }
  walk(nodes[0], 'Node: its event loop')
  return named
}

const idle: ReadonlySet<string> = new Set(['(idle)', '(root)'])
const special: Readonly<Record<string, string>> = {
  '(program)': 'outside JavaScript',
  '(garbage collector)': 'garbage collection',
}

/** A package, a folder of ours, or a part of Node; undefined for what counts for its caller. */
function placeOf(url: string, root: string): string | undefined {
  if (url === '' || url.startsWith('node:')) return partOf(url, nodeParts)
  const name = /.*\/node_modules\/(@[^/]+|[^/]+)\//.exec(url)?.[1]
  return name === undefined ? folderOf(url, root) : (partOf(name, families) ?? name)
}

/** A file of no folder is the bundle that a worker makes of the workflows, with the SDK's part of them. */
function folderOf(url: string, root: string): string {
  const path = decodeURI(url).replace(/^file:\/\//, '')
  const [folder = '', file] = path.startsWith(root) ? path.slice(root.length).split('/') : []
  return file === undefined ? 'the bundled workflows' : `${folder}/`
}

function partOf(text: string, parts: readonly (readonly [RegExp, string])[]): string | undefined {
  return parts.find(([of]) => of.test(text))?.[1]
}

const nodeParts = [
  [/http/, 'Node: HTTP'],
  [/crypto/, 'Node: cryptography'],
] as const

/** Packages that are one thing to whoever uses them. */
const families = [
  [/^pg(-|$)/, 'pg'],
  [/^(@mikro-orm|kysely|knex)$/, 'mikro-orm'],
  [/^(@grpc|protobufjs|@protobufjs|long)$/, 'grpc'],
  [/^(koa|@koa|koa-.*|path-to-regexp)$/, 'koa'],
] as const

function functionText({ callFrame }: Profiler.ProfileNode): string {
  const { functionName, url, lineNumber } = callFrame
  const name = functionName || '(anonymous)'
  return url === '' ? name : `${name} ${fileOf(url)}:${lineNumber + 1}`
}

function fileOf(url: string): string {
  const at = url.lastIndexOf('/node_modules/')
  if (at >= 0) return url.slice(at + '/node_modules/'.length)
  return url.startsWith('node:') ? url : url.split('/').slice(-2).join('/')
}

function dearest(spent: ReadonlyMap<string, number>, all: number): readonly Spent[] {
  return [...spent]
    .map(([name, time]) => ({ name, share: all === 0 ? 0 : time / all }))
    .toSorted((one, other) => other.share - one.share)
}
