import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Texts, textsIn } from '#http/compiled-package.ts'

/** The file name of the Python library; pip reads name, version and platform from it. */
export function wheelNameOf(folder: string): string {
  return `${distributionOf(projectOf(folder))}-py3-none-any.whl`
}

/** The files of the Python library in `folder` as a wheel has them: https://packaging.python.org/specifications/binary-distribution-format */
export function wheelFiles(folder: string, about: { readme: string; licence: string }): Texts {
  const project = projectOf(folder)
  const information = `${distributionOf(project)}.dist-info`
  const files: Texts = {
    ...sourcesIn(folder),
    [`${information}/METADATA`]: metadataOf(project, about.readme),
    [`${information}/WHEEL`]: wheelText,
    [`${information}/licenses/LICENSE`]: about.licence,
  }
  return { ...files, [`${information}/RECORD`]: recordOf(files, `${information}/RECORD`) }
}

type Project = Readonly<Record<string, string | readonly string[]>>

const wheelText =
  'Wheel-Version: 1.0\nGenerator: payment-service\nRoot-Is-Purelib: true\nTag: py3-none-any\n'

/** The table `[project]`, whose values are strings and lists of strings on one line, which TOML writes as JSON does. */
function projectOf(folder: string): Project {
  const text = readFileSync(join(folder, 'pyproject.toml'), 'utf8')
  const [, table = ''] = /^\[project\]\n(.*?)(?=^\[)/ms.exec(text) ?? []
  const lines = [...table.matchAll(/^([a-z-]+) = (.+)$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, JSON.parse(value)]))
}

/** Name and version, as the names of files and folders have them. */
function distributionOf({ name, version }: Project): string {
  return `${String(name).replaceAll('-', '_')}-${String(version)}`
}

/** Without what Python itself leaves there. */
function sourcesIn(folder: string): Texts {
  const within = Object.entries(textsIn(join(folder, 'payment_service')))
  const own = within.filter(([path]) => /\.py$|^py\.typed$/.test(path))
  return Object.fromEntries(own.map(([path, text]) => [`payment_service/${path}`, text]))
}

function metadataOf(project: Project, readme: string): string {
  const needed = project['dependencies']
  return [
    'Metadata-Version: 2.1',
    `Name: ${String(project['name'])}`,
    `Version: ${String(project['version'])}`,
    `Summary: ${String(project['description'])}`,
    `License: ${String(project['license'])}`,
    `Requires-Python: ${String(project['requires-python'])}`,
    ...(Array.isArray(needed) ? needed : []).map((each) => `Requires-Dist: ${String(each)}`),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n')
}

/** Every file with its digest and size, and the record itself with neither. */
function recordOf(files: Texts, own: string): string {
  const lines = Object.entries(files).map(([path, text]) => {
    const digest = createHash('sha256').update(text).digest('base64url')
    return `${path},sha256=${digest},${Buffer.byteLength(text)}`
  })
  return [...lines, `${own},,`, ''].join('\n')
}
