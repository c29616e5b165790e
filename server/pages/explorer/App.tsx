import { useAddress, useUnreadMoments } from './address/useAddress'
import { StripProvider } from './time/strip'
import { TimeBar } from './time/TimeBar'
import { Boundary } from './ui/Boundary'
import { Header } from './ui/Header'
import { UnreadMoments } from './ui/UnreadMoments'
import { ShownView } from './views/ShownView'

/** The whole page: the top, and the view that the address names. */
export function App() {
  const address = useAddress()
  const unread = useUnreadMoments()
  return (
    <StripProvider>
      <a className="skip" href="#main">
        Skip to the answer
      </a>
      <header className="top">
        <Header />
        <TimeBar />
      </header>
      <Boundary key={address.urn}>
        {unread.length > 0 ? <UnreadMoments moments={unread} /> : <ShownView address={address} />}
      </Boundary>
    </StripProvider>
  )
}
