import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.optional(z.union([z.string(), z.object({ name: z.string() })])),
})
type Manifest = z.output<typeof Manifest>

/**
 * Parts of the output whose modules are not listed: the base styles, the code that loads other scripts, and the worker that
 * reads bar codes.
 */
const WITHOUT_MODULES = ['tailwindcss', 'vite', 'barcode-detector', 'zxing-wasm']

/** The library that reads bar codes is compiled into a package that names its licence without the text. */
const COMPILED = { name: 'zxing-cpp', into: 'zxing-wasm' }

/** A package under the Apache License that contains its text. */
const APACHE_LICENSED = 'class-variance-authority'
const END_OF_APACHE_TERMS = 'END OF TERMS AND CONDITIONS'

const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/
const LICENCE_FILE = /^(licen[cs]e|copying)(\.(md|txt))?$/i
const NOTICE_FILE = /^notice(\.(md|txt))?$/i

/**
 * Writes `third-party-notices.txt` beside the console: the packages whose code, styles or fonts it contains, with their
 * licences, which require that.
 * @param root the folder of the project
 */
export function thirdPartyNotices(root: string): Plugin {
  return {
    name: 'third-party-notices',
    generateBundle(_, bundle) {
      const sources = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => join(root, name)),
      )
      const folders = new Set(WITHOUT_MODULES.map((name) => join(root, 'node_modules', name)))
      for (const source of sources) {
        const [folder] = PACKAGE_FOLDER.exec(source.replaceAll('\\', '/')) ?? []
        if (folder !== undefined) folders.add(folder)
      }
      const source = noticesOf([...folders], join(root, 'node_modules'))
      this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source })
    },
  }
}

/**
 * The notices of packages and of the compiled library. Packages with the same text share one section.
 * @param folders of the packages
 * @param installed the folder with all of them
 * @throws if a package has no licence
 */
function noticesOf(folders: readonly string[], installed: string): string {
  const { version } = manifestOf(join(installed, COMPILED.into))
  const names = new Map([
    [apacheTerms(installed), [`${COMPILED.name}, in ${COMPILED.into} ${version} (Apache-2.0)`]],
  ])
  for (const folder of folders) {
    const manifest = manifestOf(folder)
    const { name, version, license } = manifest
    const text = licenceOf(folder, manifest)
    names.set(text, [...(names.get(text) ?? []), `${name} ${version} (${license})`])
  }
  const sections = [...names].map(([text, packages]) => ({ heading: packages.sort().join('\n'), text }))
  sections.sort((one, other) => (one.heading < other.heading ? -1 : 1))
  return `The console contains the following packages.\n${sections
    .map(({ heading, text }) => `\n${'-'.repeat(80)}\n${heading}\n\n${text}\n`)
    .join('')}`
}

function manifestOf(folder: string): Manifest {
  return Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
}

/** The Apache License, without what its appendix says of the package that contains it. */
function apacheTerms(installed: string): string {
  const text = readFileSync(join(installed, APACHE_LICENSED, 'LICENSE'), 'utf8')
  const end = text.indexOf(END_OF_APACHE_TERMS)
  if (end < 0) throw new Error(`${APACHE_LICENSED} does not contain the Apache License.`)
  return text.slice(0, end + END_OF_APACHE_TERMS.length).trim()
}

function licenceOf(folder: string, { name, license, author }: Manifest): string {
  const files = readdirSync(folder)
  const licences = files.filter((name) => LICENCE_FILE.test(name))
  if (licences.length === 0) {
    if (license !== 'MIT' || author === undefined) throw new Error(`${name} has no licence.`)
    return mitLicence(typeof author === 'string' ? author : author.name)
  }
  const notices = files.filter((name) => NOTICE_FILE.test(name))
  return [...licences, ...notices]
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}

/** For packages that name the licence and their author, and do not contain its text. */
function mitLicence(author: string): string {
  return `MIT License

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`
}
