"""Made-up histories to try Headwater on; `shop.py` is the way in."""
