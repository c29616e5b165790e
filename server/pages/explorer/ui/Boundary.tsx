import { Component, type ReactNode } from 'react'
import { RequestFailure } from '../api/errors'
import { Trouble } from './Trouble'

type BoundaryProps = { children: ReactNode }

/** Shows a fault of the page itself in the place of the view, instead of nothing. */
export class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    const failure = new RequestFailure('PAGE', this.state.error.message)
    return (
      <main id="main" tabIndex={-1}>
        <Trouble failure={failure} again={() => location.reload()} />
      </main>
    )
  }
}
