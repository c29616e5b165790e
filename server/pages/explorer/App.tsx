import { useAddress } from './address/useAddress'
import { StripProvider } from './time/strip'
import { TimeBar } from './time/TimeBar'
import { Boundary } from './ui/Boundary'
import { Header } from './ui/Header'
import { ShownView } from './views/ShownView'

/** The whole page: the top, and the view that the address names. */
export function App() {
  const address = useAddress()
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
        <ShownView address={address} />
      </Boundary>
    </StripProvider>
  )
}
