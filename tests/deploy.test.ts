import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DATA_BASE } from '../src/contract/call.ts'
import { uploadImport } from '../src/contract/imports.ts'
import { SETTING_NAMES } from '../src/server/platform/setting-descriptions.ts'
import { Settings } from '../src/server/platform/settings.ts'

const pathOf = (path: string) => new URL(`../${path}`, import.meta.url)
const read = (path: string) => readFileSync(pathOf(path), 'utf8')
const dockerfile = read('deploy/Dockerfile')
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
const START = scripts.start ?? ''
/** Variables for Node and PostgreSQL, which the server does not read. */
const OTHERS = ['NODE_ENV', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD']

describe('the files of deploy/', () => {
  test('start node as npm start does', () => {
    expect(START).toMatch(/^node .+\.ts$/)
    expect(read('deploy/dispatch-console.service')).toContain(`ExecStart=/usr/bin/${START}\n`)
    expect(dockerfile).toContain(
      `CMD [${START.split(' ')
        .map((word) => `"${word}"`)
        .join(', ')}]`,
    )
    expect(read('docs/operations.md')).toContain(`\n${START}\n`)
    expect(existsSync(pathOf(START.split(' ').at(-1) ?? ''))).toBe(true)
  })

  test('copy into the image what the build of the console is made from, and nothing that is not there', () => {
    const copied = Array.from(
      dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm),
      ([, paths]) => paths?.split(' ') ?? [],
    ).flat()
    for (const path of copied) expect(existsSync(pathOf(path)), path).toBe(true)
    const inputs = /const INPUTS = \[([^\]]+)\]/.exec(read('src/build/build.ts'))?.[1] ?? ''
    const needed = Array.from(inputs.matchAll(/'([^']+)'/g), ([, path]) => path ?? '')
    expect(needed).toContain('index.html')
    const isCopied = (path: string) => copied.some((one) => path === one || path.startsWith(`${one}/`))
    expect(needed.filter((path) => !isCopied(path))).toEqual([])
    const sent = read('deploy/Dockerfile.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    expect(sent.sort()).toEqual(copied.sort())
  })

  test('run scripts that there are', () => {
    const used = readdirSync(pathOf('deploy/')).flatMap((name) =>
      Array.from(read(`deploy/${name}`).matchAll(/npm run (\w+)/g), ([, script]) => script ?? ''),
    )
    expect(used).toContain('build')
    expect(used.filter((script) => !(script in scripts))).toEqual([])
  })

  test('and the documented commands use the same user, folder, settings and database', () => {
    const unit = read('deploy/dispatch-console.service')
    const block = /<!-- commands:[^\n]*-->\n```sh\n([\s\S]*?)```/.exec(read('docs/operations.md'))?.[1] ?? ''
    const inUnit = (name: string) => new RegExp(`\\b${name}=(\\S+)`).exec(unit)?.[1] ?? `no ${name}`
    expect(block).toContain(`--uid=${inUnit('User')} `)
    expect(block).toContain(`--property=UMask=${inUnit('UMask')} `)
    expect(block).toContain(`--working-directory=${inUnit('WorkingDirectory')} `)
    expect(block).toContain(`--property=EnvironmentFile=${inUnit('EnvironmentFile')} `)
    expect(block).toContain(`--setenv=DATA_DIR=${inUnit('DATA_DIR')} `)
    const named = Array.from(block.matchAll(/^console (\w+)/gm), ([, script]) => script ?? '')
    expect(named).toContain('doctor')
    expect(named.filter((script) => !(script in scripts))).toEqual([])
  })

  test('name only settings that the server reads', () => {
    const named = readdirSync(pathOf('deploy/')).flatMap((name) =>
      Array.from(
        read(`deploy/${name}`).matchAll(/\b([A-Z]+(?:_[A-Z]+)+|DEMO|PORT|HOST)(?==|: )/g),
        ([, setting]) => setting ?? '',
      ),
    )
    expect(named).toContain('DATABASE_URL')
    const known = [...SETTING_NAMES, ...OTHERS]
    expect(named.filter((setting) => !known.includes(setting))).toEqual([])
  })

  test('name every setting in the example', () => {
    const lines = read('deploy/console.env.example').split('\n')
    const named = lines.flatMap((line) => /^#?([A-Z_]+)=/.exec(line)?.[1] ?? [])
    expect(named.sort()).toEqual([...SETTING_NAMES].sort())
  })

  test('let the longest bodies through nginx, and forward the address of the client', () => {
    const nginx = read('deploy/nginx.conf')
    const { IMPORT_MAX_MB, PORT } = Settings.parse({})
    const ofIntake = /LONGEST_BODY_MIB = (\d+)/.exec(read('src/server/intake/routes.ts'))?.[1] ?? 'none'
    const locations = nginx.matchAll(/location (.+) \{\s+client_max_body_size (\d+)m;/g)
    expect(Object.fromEntries(Array.from(locations, ([, path, most]) => [path, most]))).toEqual({
      [`= ${DATA_BASE}${uploadImport.path}`]: String(IMPORT_MAX_MB),
      '/': ofIntake,
    })
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')
    expect(nginx.match(/proxy_pass .+;/g)).toEqual(Array(2).fill(`proxy_pass http://127.0.0.1:${PORT};`))
  })

  test('ask whether the server is ready where it answers', () => {
    expect(dockerfile).toContain("fetch('http://localhost:3000/readyz')")
    expect(read('src/server/operations/routes.ts')).toContain("app.get('/readyz'")
    expect(Settings.parse({}).PORT).toBe(3000)
  })

  test('are all described', () => {
    const page = read('docs/operations.md')
    const files = readdirSync(pathOf('deploy/')).filter((name) => !/ignore$|^\.env$|\.env$/.test(name))
    expect(files.length).toBeGreaterThan(3)
    expect(files.filter((name) => !page.includes(`deploy/${name}`))).toEqual([])
  })
})
