import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { installation } from '../../../src/web/state/installation.ts'
import { fakeServer } from '../api/fake-server.ts'
import { asked, fact, heads, openAt, setUpScreens } from './on-screen.tsx'

const PRODUCT = {
  id: 1,
  cms_id: 2041,
  code: 'VLV 20/FB#1',
  name: 'Ball valve 20 mm',
  description: 'Full bore.',
  image_url: 'https://www.example.com/valve.jpg',
  price: 10_000,
  weight: 0.4,
  height: 6,
  pricing: { drip: 7000 },
}

setUpScreens()

function serve(list: object[] = [PRODUCT], one: object = PRODUCT): void {
  fakeServer.answer(({ url }) => ({ body: url.startsWith('/api/v1/products/') ? one : list }))
}

describe('the products list', () => {
  // PRD-1
  test('has its columns; all prices come from the one, the stock is fixed', async () => {
    serve()
    await openAt('/products')
    const grid = await screen.findByRole('grid', { name: 'Products' })
    expect(heads()).toEqual(['Product', 'Cost', 'Drip', 'Wholesale', 'Retail', 'Status'])
    const [, row] = within(grid).getAllByRole('row')
    expect(
      within(row ?? grid)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent),
    ).toEqual(['VLV 20/FB#1Ball valve 20 mm', '$50.00', '$75.24', '$82.62', '$115.00', 'In stock'])
    expect(screen.getByText(/Drip, Wholesale and Retail including GST/)).toBeTruthy()
    expect(within(grid).getByRole('link').getAttribute('href')).toBe('/products/2041')
    expect(screen.getByRole('button', { name: 'Filter' })).toBeTruthy()
  })

  // PRD-5, LIST-8
  test('opens each of two products of which one has the other’s code for a number, with its own data', async () => {
    const taps = { ...PRODUCT, id: 2, cms_id: null, code: '12', slug: 'code:12', name: 'Tap' }
    const tees = { ...PRODUCT, id: 3, cms_id: '12', code: 'TEE', name: 'Tee' }
    let isReady = true
    fakeServer.answer(({ url }) => {
      if (!url.startsWith('/api/v1/products/')) return { body: [taps, tees] }
      return isReady ? { body: url.endsWith('/12') ? tees : taps } : { status: 503 }
    })
    const router = await openAt('/products')
    const grid = await screen.findByRole('grid', { name: 'Products' })
    const links = within(grid).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/products/code%3A12', '/products/12'])
    isReady = false
    for (const [path, own, other] of [
      ['/products/12', 'Tee', 'Tap'],
      ['/products/code%3A12', 'Tap', 'Tee'],
    ] as const) {
      await act(async () => router.navigate(path))
      expect((await screen.findAllByText(own)).length).toBeGreaterThan(0)
      expect(screen.queryByText(other)).toBeNull()
    }
  })

  test('New Product is disabled and says why', async () => {
    serve([])
    await openAt('/products')
    const button = await screen.findByRole('button', { name: 'New Product' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.focus(button)
    expect((await screen.findByRole('tooltip')).textContent).toBe('Feature not available')
  })

  test('searches for the text in the address, and offers to clear it', async () => {
    serve([])
    const router = await openAt('/products?query=%20valve%20&page=2')
    await screen.findByText('Page 2 is empty. The list ends before it.')
    expect(asked('/api/v1/products')[0]).toBe('/api/v1/products?page=2&query=valve')
    fireEvent.click(screen.getByRole('link', { name: 'Back to page 1' }))
    await screen.findByText('Nothing matches “valve”.')
    expect(router.state.location.search).toBe('?query=valve')
  })
})

describe('keys', () => {
  const press = (key: string, code: string) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, code })

  test('] pressed while a page loads waits for it, and does not say before that it is the last one', async () => {
    const page = Array.from({ length: 200 }, (_, index) => ({ ...PRODUCT, id: index, cms_id: 1000 + index }))
    let answer = () => {}
    fakeServer.answer(({ url }) =>
      url.includes('page=2')
        ? new Promise((resolve) => (answer = () => resolve({ body: [PRODUCT] })))
        : { body: page },
    )
    await openAt('/products')
    await screen.findByRole('grid', { name: 'Products' })
    press(']', 'BracketRight')
    await screen.findByRole('link', { name: 'Page 2', current: 'page' })
    press(']', 'BracketRight')
    expect(screen.queryByText('This is the last page')).toBeNull()
    answer()
    await screen.findByText(/^1 on this page/)
    expect(await screen.findByText('This is the last page')).toBeTruthy()
  })

  test('f focuses the text, which is the only filter', async () => {
    serve()
    await openAt('/products')
    const grid = await screen.findByRole('grid', { name: 'Products' })
    act(() => grid.focus())
    press('f', 'KeyF')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search products' })),
    )
  })
})

describe('one product', () => {
  test('is requested by the id in its address, encoded; its code is the title', async () => {
    serve()
    await openAt('/products/VLV%2020%2FFB%231')
    await screen.findByRole('heading', { level: 1, name: 'VLV 20/FB#1' })
    expect(asked('/api/v1/products/')[0]).toBe('/api/v1/products/VLV%2020%2FFB%231')
    expect(document.title).toBe('VLV 20/FB#1')
  })

  // PRD-4
  test('shows its details; prices in the response win', async () => {
    serve()
    await openAt('/products/2041')
    await screen.findByText('Stock levels')
    expect(fact('Code')).toContain('VLV 20/FB#1')
    expect(fact('Name')).toBe('Ball valve 20 mm')
    expect(fact('Description')).toBe('Full bore.')
    expect(fact('Stock levels')).toBe('In Stock')
    expect(fact('Website ID')).toBe('2041')
    expect(fact('Cost')).toBe('$50.00excluding GST')
    expect(fact('Drip')).toBe('$70.00including GST')
    expect(fact('Wholesale')).toBe('$82.62including GST')
    expect(fact('Retail')).toBe('$115.00including GST')
    expect(['Weight', 'Height', 'Depth', 'Width'].map(fact)).toEqual(['0.4 kg', '6 cm', '—', '—'])
    expect(screen.getByRole('img', { name: 'Ball valve 20 mm' }).getAttribute('src')).toBe(PRODUCT.image_url)
    expect(screen.queryByRole('button', { name: 'Add Supplier' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Edit Product' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('says that a photo is missing, fails to load or has an invalid address', async () => {
    serve()
    await openAt('/products/2041')
    fireEvent.error(await screen.findByRole('img', { name: 'Ball valve 20 mm' }))
    expect(screen.getByText('The photo could not be loaded')).toBeTruthy()
  })

  test.each([null, '', 'javascript:alert(1)', 'valve.jpg'])('has no photo for %j', async (image_url) => {
    serve([], { ...PRODUCT, image_url })
    await openAt('/products/2041')
    expect(await screen.findByText('No photo')).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
  })

  // PRD-4
  test('its suppliers are a table without rows; Add Supplier says that there is no such feature', async () => {
    serve()
    await openAt('/products/2041?tab=suppliers')
    await screen.findByText('No suppliers found')
    expect(heads()).toEqual(['Supplier', 'Product code', 'Location', 'Price', 'Status'])
    fireEvent.click(screen.getByRole('button', { name: 'Add Supplier' }))
    expect(await screen.findByText('Feature not available')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Edit Product' })).toBeNull()
  })

  test('can show a product with nothing but its id', async () => {
    serve([{ id: 9 }], { id: 9 })
    await openAt('/products/9')
    await screen.findByRole('heading', { level: 1, name: '9' })
    expect(fact('Price')).toBe('—excluding GST')
  })

  test('says that a product does not exist', async () => {
    fakeServer.answer(() => ({ status: 404, body: { message: 'no' } }))
    await openAt('/products/NOPE')
    expect(await screen.findByText('Failed to find product details')).toBeTruthy()
  })
})

// PRD-6
test('bar codes are shown with what they count, and only where the server has them', async () => {
  const barcodes = [
    { code: '4006381333931' },
    { code: 10614141000415, quantity: '24', unit: 'carton' },
    { code: '9421906099997', unit: 'm' },
  ]
  serve([], { ...PRODUCT, barcodes })
  await openAt('/products/2041')
  await screen.findByText('Full bore.')
  expect(screen.queryByText('Bar codes')).toBeNull()
  cleanup()
  installation.capabilities = new Set(['barcodes'])
  await openAt('/products/2041')
  await screen.findByText('Bar codes')
  expect([fact('Piece'), fact('Carton'), fact('m')]).toEqual([
    '4006381333931',
    '10614141000415× 24',
    '9421906099997',
  ])
  installation.capabilities = new Set()
})

test('a product that is dangerous goods says so (PRD-9)', async () => {
  serve([], { ...PRODUCT, dangerous_goods: true })
  await openAt('/products/800001')
  await screen.findByText('Dangerous goods')
  expect(fact('Dangerous goods')).toBe('Yes')
})
